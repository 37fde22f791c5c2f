import {
  type CSSProperties,
  createElement,
  type ReactElement,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { WellFormed } from '../../contract/forms/well-formed.ts';
import { type ControlledProps, fixedSettingsKey } from '../controlled/controlled-wallet.ts';
import type { PaymentDetails, View, WalletEventHandler, WalletEventName, WalletSettings } from '../index.ts';
import { useWalletContext } from './wallet-provider.ts';

/** One for each event of the wallet. It may be a new one at each render. */
export type WalletHandlers = {
  /** The frame stands and has taken its settings. */
  readonly onInit?: WalletEventHandler<'init'> | undefined;
  /** The form is usable; `useWallet` tells it as `isReady`. */
  readonly onReady?: WalletEventHandler<'ready'> | undefined;
  /** The shopper pressed an express button: call `submit(paymentMethod)` at once, as on a click of your Pay button. */
  readonly onExpressPay?: WalletEventHandler<'expressPay'> | undefined;
  /** Whether a usable method is chosen, at every change; `useWallet` tells it as `paymentMethod`. */
  readonly onCheckoutReady?: WalletEventHandler<'checkoutReady'> | undefined;
  /** A card was kept in MANAGE, or a removal undone. */
  readonly onPaymentMethodAdded?: WalletEventHandler<'paymentMethodAdded'> | undefined;
  /** A card was removed in MANAGE; the shopper may undo it for some seconds. */
  readonly onPaymentMethodRemoved?: WalletEventHandler<'paymentMethodRemoved'> | undefined;
  /**
   * An instant payment ended, also one whose `submit` was cancelled or began on the page before: have your backend look
   * `transaction_id` up, and tell the shopper.
   */
  readonly onPaymentCompleted?: WalletEventHandler<'paymentCompleted'> | undefined;
  /** A 3-D Secure challenge ended: have your backend look `transaction_id` up, and tell the shopper. */
  readonly onAfter3DsComplete?: WalletEventHandler<'after3DsComplete'> | undefined;
  /** Why it ended, right after `onAfter3DsComplete`; alone, with the reason `moved`, where it goes on in another tab. */
  readonly onThreeDsEnded?: WalletEventHandler<'threeDsEnded'> | undefined;
  /** The refresh token has ended, and the function gives no good one any more. What is typed stays. */
  readonly onSessionExpired?: WalletEventHandler<'sessionExpired'> | undefined;
  /**
   * What failed, for developers; where `shown` is true the shopper knows. What `submit` rejects with does not come here. Default:
   * a line in the console.
   */
  readonly onError?: WalletEventHandler<'error'> | undefined;
};

/**
 * The settings of `init`, without a container, as props, and what is to be paid. `view`, `locale`, `appearance` and
 * `payment_details` change the wallet that stands, and what is typed stays; any other setting takes a new one. They are compared
 * by their content.
 */
export type WalletProps = Omit<WalletSettings, 'container' | 'view'> &
  WalletHandlers & {
    /**
     * What `walletFrame` has written for these settings on your server: the frame is there before this script, which takes it over.
     * Only the first one counts, and it is HTML: pass nothing else. Default: the component makes the frame.
     */
    readonly frame?: string | undefined;
    readonly className?: string | undefined;
    readonly style?: CSSProperties | undefined;
  } & (
    | {
        /** `CHECKOUT`: the ways to pay. `MANAGE`: a known shopper's saved cards. */
        readonly view: View;
        /** What is to be paid, which CHECKOUT needs. Change it no more once `submit` is called, until it has ended. */
        readonly payment_details: PaymentDetails;
      }
    | { readonly view: 'MANAGE'; readonly payment_details?: PaymentDetails | undefined }
  );

/** A literal amount that is no decimal text does not compile. */
type WellFormedProps<Amount extends string> = WalletProps & {
  readonly payment_details?: { readonly amount: Amount } | undefined;
} & WellFormed<Amount, `${number}`, 'wanted an amount such as "10.00"'>;

/** The wallet, in a `div`, while the component is mounted. `onError` gets a failure; without it the console does. */
export function Wallet<Amount extends string>(props: WellFormedProps<Amount>): ReactElement {
  const { payment_details, frame, className, style, ...rest }: WalletProps = props;
  const { controlled, account, connect, hide } = useWalletContext('Wallet');
  const place = useRef<HTMLDivElement>(null);
  const { settings, handlers } = splitProps(rest);
  const controlledProps = { settings, payment_details };
  const newest = useRef({ props: controlledProps, handlers });
  newest.current = { props: controlledProps, handlers };
  useLayoutEffect(() => {
    const tell = (name: WalletEventName, payload: unknown) =>
      handOver(newest.current.handlers, { name, payload });
    return controlled.listen(tell);
  }, [controlled]);
  const fixedKey = fixedSettingsKey(settings);
  // Its cleanup runs before React takes the place away; that of `useEffect` may run after.
  useLayoutEffect(() => {
    connect();
    if (place.current) controlled.show(place.current, newest.current.props);
    return hide;
  }, [controlled, connect, hide, account, fixedKey]);
  const propsKey = JSON.stringify(controlledProps);
  useEffect(() => controlled.change(newest.current.props), [controlled, propsKey]);
  // Another text would replace the wallet that stands.
  const [html] = useState(frame);
  const written = html === undefined ? {} : { dangerouslySetInnerHTML: { __html: html } };
  return createElement('div', { ref: place, className, style, ...written });
}

type Handlers = Record<string, ((payload: unknown) => void) | undefined>;

/** Settings are never written with a capital, and handlers always are. */
function splitProps(props: object): { settings: ControlledProps['settings']; handlers: Handlers } {
  const isHandler = ([name]: [string, unknown]) => /^on[A-Z]/.test(name);
  const entries = Object.entries(props);
  return {
    settings: Object.fromEntries(entries.filter((entry) => !isHandler(entry))) as ControlledProps['settings'],
    handlers: Object.fromEntries(entries.filter(isHandler)),
  };
}

function handOver(handlers: Handlers, { name, payload }: { name: WalletEventName; payload: unknown }): void {
  const handler = handlers[`on${name[0]?.toUpperCase()}${name.slice(1)}`];
  handler?.(payload);
  // biome-ignore lint/suspicious/noConsole: the component listens, so the SDK leaves the line to it
  if (name === 'error' && !handler) console.error('Wallet:', payload);
}
