import type { LookupAddress } from 'node:dns';

/** Where the service may send to. `sandbox` lets it reach the machine and network it runs in, `public` does not. */
export type EgressRules = {
  readonly profile: 'sandbox' | 'public';
  /** The service's own ports: never reached through loopback. */
  readonly ownPorts: readonly number[];
  /** Default: as the machine is set up. */
  readonly lookup?: NameLookup;
  /** Called for each attempt. Default: everything arrives. */
  readonly deliveryFault?: DeliveryFault;
  /** Runs each attempt. Default: calls `send`. */
  readonly around?: AroundAttempt | undefined;
};

/** `lost`: nothing is sent. `answer-lost`: it is sent, and the answer counts as broken. */
export type DeliveryFault = () => 'arrive' | 'lost' | 'answer-lost';

type AttemptEnd = { readonly status: number } | { readonly failure: string };

/** Sends by `send` and returns its answer. `id`: the callback's. */
export type AroundAttempt = <Answer extends AttemptEnd>(
  attempt: { readonly to: URL; readonly id: string | undefined },
  send: () => Promise<Answer>,
) => Promise<Answer>;

/** Returns all addresses of a name, IPv4 first. Returns none where it has none, or `signal` is aborted before. */
export type NameLookup = (host: string, signal: AbortSignal) => Promise<LookupAddress[]>;
