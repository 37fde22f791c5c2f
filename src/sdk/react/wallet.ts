import {
  type CSSProperties,
  createElement,
  type ReactElement,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import { type Declaration, unchangeable } from '../declared/declared-wallet.ts';
import { EVENT_NAMES } from '../declared/event-names.ts';
import type { PaymentDetails, WalletEventName, WalletEvents, WalletSettings } from '../index.ts';
import { useProvided } from './wallet-provider.ts';

/** One for each event of the wallet: `onReady`, `onExpressPay`, `onAfter3DsComplete`. It may be a new one at each render. */
export type WalletHandlers = {
  readonly [Name in WalletEventName as `on${Capitalize<Name>}`]?:
    | ((payload: WalletEvents[Name]) => void)
    | undefined;
};

/**
 * The settings of `init`, without a container, as props, and what is to be paid. `view`, `locale`, `appearance` and
 * `payment_details` change the wallet that stands, and what is typed stays; any other setting takes a new one. They are compared
 * by their content.
 */
export type WalletProps = Omit<WalletSettings, 'container'> &
  WalletHandlers & {
    readonly payment_details?: PaymentDetails | undefined;
    readonly className?: string | undefined;
    readonly style?: CSSProperties | undefined;
  };

/** The wallet, in a `div`, for as long as the component stands. A failure is `onError`'s, or a line in the console. */
export function Wallet({ payment_details, className, style, ...rest }: WalletProps): ReactElement {
  const { declared, account, connect, hide } = useProvided('Wallet');
  const place = useRef<HTMLDivElement>(null);
  const { settings, handlers } = apart(rest);
  const declaration = { settings, payment_details };
  const newest = useRef({ declaration, handlers });
  newest.current = { declaration, handlers };
  useLayoutEffect(() => {
    const tell = (name: WalletEventName, payload: unknown) =>
      handOver(newest.current.handlers, { name, payload });
    const stops = EVENT_NAMES.map((name) =>
      declared.sdk.wallet.on(name, (payload: unknown) => tell(name, payload)),
    );
    return () => {
      for (const stop of stops) stop();
    };
  }, [declared]);
  const fixed = unchangeable(settings);
  // Its cleanup runs before React takes the place away; that of `useEffect` may run after.
  useLayoutEffect(() => {
    connect();
    if (place.current) declared.show(place.current, newest.current.declaration);
    return hide;
  }, [declared, connect, hide, account, fixed]);
  const shown = JSON.stringify(declaration);
  useEffect(() => declared.change(newest.current.declaration), [declared, shown]);
  return createElement('div', { ref: place, className, style });
}

type Handlers = Record<string, ((payload: unknown) => void) | undefined>;

/** Settings are never written with a capital, and handlers always are. */
function apart(props: object): { settings: Declaration['settings']; handlers: Handlers } {
  const isHandler = ([name]: [string, unknown]) => /^on[A-Z]/.test(name);
  const entries = Object.entries(props);
  return {
    settings: Object.fromEntries(entries.filter((entry) => !isHandler(entry))) as Declaration['settings'],
    handlers: Object.fromEntries(entries.filter(isHandler)),
  };
}

function handOver(handlers: Handlers, { name, payload }: { name: WalletEventName; payload: unknown }): void {
  const handler = handlers[`on${name[0]?.toUpperCase()}${name.slice(1)}`];
  handler?.(payload);
  // biome-ignore lint/suspicious/noConsole: the component listens, so the SDK leaves the line to it
  if (name === 'error' && !handler) console.error('Wallet:', payload);
}
