import type { Ask } from '../../contract/frame/channel.ts';
import { FRAME_TITLE } from '../../contract/frame/frame-address.ts';
import type { PageToFrame } from '../../contract/frame/frame-calls.ts';
import { atEnd } from '../base/lifetime.ts';
import { make, takeOff } from '../base/make.ts';
import type { openWalletFrame as openRealFrame } from '../frame/wallet-frame.ts';
import { createDoubledWallet } from './doubled-wallet.ts';

/** In place of `frame/wallet-frame.ts`: an empty frame, which loads nothing, and a double of the wallet that answers for it. */
export const openWalletFrame: typeof openRealFrame = async (options, page) => {
  const { address, container, connection, lifetime } = options;
  const { double, calls } = createDoubledWallet(page);
  const iframe = make('iframe', { title: FRAME_TITLE, origin: address.origin, walletDouble: double });
  container.append(iframe);
  connection.firstPaint = Promise.resolve();
  atEnd(lifetime.signal, () => takeOff(iframe));
  return askOf(calls);
};

/** TypeScript does not see that a name's function takes what goes with that name. */
const askOf = (calls: PageToFrame): Ask<PageToFrame> =>
  (async (name: keyof PageToFrame, ...given: never[]) =>
    Reflect.apply(calls[name], calls, given)) as Ask<PageToFrame>;
