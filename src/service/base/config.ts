import type { EgressRules } from './egress.ts';
import type { Exposure } from './exposure.ts';

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

type LogLevel = (typeof logLevels)[number];

/** The schedule of callback attempts; `fast` is for tests. Rule: callbacks/schedule. */
export type RetryProfile = 'standard' | 'sandbox' | 'fast';

/** The service's settings; docs/run.md lists what each is for. */
export type Config = {
  /** The address to listen on, and its port; 0 takes a free one. */
  readonly host: string;
  readonly port: number;
  /** Port of the simulated issuer and providers, on the same address. */
  readonly issuerPort: number;
  /** Public address, without a trailing slash. */
  readonly baseUrl: string;
  /** Public address of the simulated issuer, without a trailing slash. */
  readonly issuerUrl: string;
  readonly dataDirectory: string;
  /** A `postgresql://` address; undefined: the embedded store in `dataDirectory`. */
  readonly databaseUrl: string | undefined;
  /** Where `store move` moves the store to: an empty PostgreSQL. */
  readonly moveToDatabaseUrl: string | undefined;
  /** The address by which `migrate` changes that database's tables; undefined: `databaseUrl`. */
  readonly migrationDatabaseUrl: string | undefined;
  /** What a start does with tables that are missing or older. */
  readonly migrations: 'at-start' | 'wait' | 'refuse';
  /** The most connections that this process holds to the database. */
  readonly databaseConnections: number;
  readonly durability: 'full' | 'fast';
  /** Public address of a simulated acquirer, without a trailing slash; undefined: one in this process. */
  readonly acquirerUrl: string | undefined;
  /** What this service is known by there, and what signs its notifications. */
  readonly acquirerApiKey: string;
  readonly acquirerSecret: string;
  /** How many questions may wait for an acquirer at once, and how many of one merchant. */
  readonly acquirerQuestions: number;
  readonly merchantQuestions: number;
  /** 32 bytes each, the key in force first; empty: the keys of a file. */
  readonly masterKeys: readonly Uint8Array[];
  /** Path of the key file; undefined: `master.key` in `dataDirectory`. */
  readonly masterKeyFile: string | undefined;
  /** Ids of the two keys, of one custodian each, that together move the vault; empty: nobody moves it. */
  readonly vaultCustodians: readonly string[];
  readonly logLevel: LogLevel;
  /** Whether spans are made for the OpenTelemetry SDK that the operator brings. */
  readonly openTelemetry: 'on' | 'off';
  /** Where callbacks may go: `public` allows only TLS and public addresses. */
  readonly egress: EgressRules['profile'];
  readonly callbackRetries: RetryProfile;
  /** Callbacks that this process sends at once: in all, and to one receiver of an account. */
  readonly callbackSlots: { readonly inAll: number; readonly ofReceiver: number };
  readonly rateLimits: 'on' | 'off';
  /** Billings, lookups and tokens, of each, that one secret key has in two seconds at this process. */
  readonly keyRequests: number;
  /** Days after which unpaid payments of guests are deleted. */
  readonly retentionDays: number;
  /** Days for which the answer to a start that names its own transaction is stored. Rule: requests/stored-answers. */
  readonly answerDays: number;
  /** How long requests are still served after a signal to stop, while `/readyz` sends balancers away. */
  readonly leaveSeconds: number;
  /** How many proxies before the service add the caller's address to `X-Forwarded-For`. */
  readonly trustedProxies: number;
  /** Port of the admin API, on 127.0.0.1. */
  readonly inspectorPort: number;
  /** Undefined: a fresh token at each start. */
  readonly inspectorToken: string | undefined;
  readonly exposure: Exposure;
  /** Where vulnerabilities are reported: an address for `security.txt`. */
  readonly securityContact: string | undefined;
};
