import {
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useCallback,
  useContext,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type ControlledWallet, createControlledWallet } from '../controlled/controlled-wallet.ts';
import type { Submitted } from '../controlled/submit.ts';
import type { ConnectOptions, MaskedPaymentMethod, Sdk } from '../index.ts';

/**
 * What `connect` takes. `refreshToken` may be a new function at each render: the newest is called. Where it is a string, another
 * one connects anew.
 */
export type WalletProviderProps = ConnectOptions & { readonly children?: ReactNode };

export type UsedWallet = {
  /** This provider's own, for what a component cannot say. Its wallet belongs to the `Wallet` component. */
  readonly sdk: Sdk;
  /** Whether the form is usable. */
  readonly isReady: boolean;
  /** The usable method that is chosen, as `checkoutReady` tells it; null while there is none. */
  readonly paymentMethod: MaskedPaymentMethod | null;
  /**
   * Asks the wallet for what is chosen: hands over a card, a saved card or a provider's method for your backend to bill, or makes an
   * instant payment. Call it in the shopper's click, before anything is awaited. With the method of `onExpressPay` it pays with
   * that.
   *
   * Rejects as `getPaymentMethod` and `makeInstantPayment` do, with an `SdkError`; `shown` says whether the shopper knows.
   */
  submit(pressed?: MaskedPaymentMethod): Promise<Submitted>;
};

type WalletContextValue = UsedWallet & {
  readonly controlled: ControlledWallet;
  /** Key and service of the session, as a text to compare. */
  readonly account: string;
  /** Connects, unless it has. */
  connect(): void;
  hide(): void;
};

const WalletContext = createContext<WalletContextValue | null>(null);

/**
 * One wallet of a React page, its session and its state: around `Wallet` and whatever calls `useWallet`. Several stand side by
 * side. Nothing begins anew when it renders again, nor in StrictMode. On a server it renders its children alone.
 */
export function WalletProvider({ children, ...options }: WalletProviderProps): ReactElement {
  const [controlled] = useState(createControlledWallet);
  const [isReady, setReady] = useState(false);
  const [paymentMethod, setPaymentMethod] = useState<MaskedPaymentMethod | null>(null);
  const newest = useRef(options);
  newest.current = options;
  const { sdk, submit } = controlled;
  const { publishableKey, baseUrl, refreshToken } = options;
  const account = JSON.stringify([publishableKey, baseUrl]);
  const token = typeof refreshToken === 'string' ? refreshToken : '';
  const connect = useCallback(() => controlled.connect(() => newest.current), [controlled]);
  // Children come first: a `Wallet` inside has connected by now.
  useLayoutEffect(connect, [connect, account, token]);
  useLayoutEffect(() => {
    const stops = [
      sdk.wallet.on('ready', () => setReady(true)),
      sdk.wallet.on('checkoutReady', (payload) => setPaymentMethod(payload.paymentMethod)),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [sdk]);
  const hide = useCallback(() => {
    controlled.hide();
    setReady(false);
    setPaymentMethod(null);
  }, [controlled]);
  const value = useMemo(
    () => ({ sdk, isReady, paymentMethod, submit, controlled, account, connect, hide }),
    [sdk, isReady, paymentMethod, submit, controlled, account, connect, hide],
  );
  // React 18 takes a context itself for its consumer.
  return createElement(WalletContext.Provider, { value }, children);
}

export function useWalletContext(caller: string): WalletContextValue {
  const value = useContext(WalletContext);
  if (!value) throw new Error(`${caller}: found no WalletProvider, wanted one around it`);
  return value;
}

/** The wallet of the `WalletProvider` around this component: its state, and `submit` for the Pay button. */
export function useWallet(): UsedWallet {
  const { sdk, isReady, paymentMethod, submit } = useWalletContext('useWallet');
  return { sdk, isReady, paymentMethod, submit };
}
