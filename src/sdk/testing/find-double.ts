import type { DoubledWallet } from './doubled-wallet.ts';

/** As `no-document.ts` makes it. */
type DoubledFrame = HTMLIFrameElement & { readonly walletDouble?: DoubledWallet };

/**
 * The double of the wallet that stands in `place`: the whole page by default. In a shadow root, or with two wallets on the page, say where:
 * `walletDouble(screen.getByTestId('checkout'))`. Throws where there is none, or more than one.
 */
export function walletDouble(place: ParentNode = document): DoubledWallet {
  const frames = place.querySelectorAll<DoubledFrame>('iframe');
  const doubles = [...frames].flatMap((frame) => frame.walletDouble ?? []);
  const [double] = doubles;
  if (double && doubles.length === 1) return double;
  throw new Error(
    `walletDouble: found ${doubles.length} wallets, wanted one: is init called, and which place?`,
  );
}
