import { isOneSite, sameSiteFault } from './issuer-site.ts';
import { isLoopback, isLoopbackIp } from './loopback.ts';

const PERMISSIONS = [
  'http',
  'private-egress',
  'no-rate-limits',
  'fast-durability',
  'fast-retries',
  'reset',
  'any-pan',
] as const;
/**
 * Allows features for a developer's own machine on a service that other machines reach. `PUBLIC_ALLOWS` names
 * permissions; docs/run.md says what each permits.
 */
export type PublicPermission = (typeof PERMISSIONS)[number];

/** Whether other machines reach the service, and what is permitted even so. */
export type Exposure = { readonly isPublic: boolean; readonly allows: ReadonlySet<PublicPermission> };

type ExposedSettings = {
  readonly host: string;
  readonly baseUrl: string;
  readonly issuerUrl: string;
  readonly egress: string;
  readonly rateLimits: string;
  readonly durability: string;
  readonly callbackRetries: string;
};

/**
 * `publicAllows`: names of permissions, with commas between them. Throws with a sentence for each setting that needs a
 * permission, and with what to set instead.
 */
export function readExposure(config: ExposedSettings, publicAllows: string): Exposure {
  const allows = new Set(publicAllows.split(',').filter(Boolean).map(readPermission));
  const { host, baseUrl, issuerUrl } = config;
  const isPublic = !isLoopbackIp(host) || !isLoopback(baseUrl) || !isLoopback(issuerUrl);
  const faults = isPublic ? faultsOf(config, allows) : [];
  if (faults.length === 0) return { isPublic, allows };
  throw new Error(
    [
      'Cannot start: others can reach this service by SERVICE_HOST, BASE_URL or ISSUER_URL, and settings are for one machine alone',
      ...faults.map((fault) => `- ${fault}`),
    ].join('\n'),
  );
}

export function isAllowed({ isPublic, allows }: Exposure, permission: PublicPermission): boolean {
  return !isPublic || allows.has(permission);
}

function faultsOf(config: ExposedSettings, allows: ReadonlySet<PublicPermission>): string[] {
  const { baseUrl, issuerUrl, egress, rateLimits, durability, callbackRetries } = config;
  const plainHttp = (name: string, address: string) =>
    `${name} is '${address}': expected https, or PUBLIC_ALLOWS with 'http' where cards may cross the network in clear`;
  const needs: readonly (readonly [PublicPermission, boolean, string])[] = [
    ['http', isPlain(baseUrl), plainHttp('BASE_URL', baseUrl)],
    ['http', isPlain(issuerUrl), plainHttp('ISSUER_URL', issuerUrl)],
    ['private-egress', egress === 'sandbox', wrongValue('EGRESS', egress, 'public', 'private-egress')],
    ['no-rate-limits', rateLimits === 'off', wrongValue('RATE_LIMITS', rateLimits, 'on', 'no-rate-limits')],
    [
      'fast-durability',
      durability === 'fast',
      wrongValue('DURABILITY', durability, 'full', 'fast-durability'),
    ],
    [
      'fast-retries',
      callbackRetries === 'fast',
      wrongValue('CALLBACK_RETRIES', callbackRetries, 'standard', 'fast-retries'),
    ],
  ];
  const faults = needs.flatMap(([permission, isNeeded, fault]) =>
    isNeeded && !allows.has(permission) ? [fault] : [],
  );
  return isOneSite(config) === 'yes' ? [...faults, sameSiteFault(config)] : faults;
}

function isPlain(address: string): boolean {
  return new URL(address).protocol === 'http:';
}

function wrongValue(name: string, value: string, instead: string, permission: PublicPermission): string {
  return `${name} is '${value}': expected '${instead}', or PUBLIC_ALLOWS with '${permission}'`;
}

function readPermission(text: string): PublicPermission {
  const permission = PERMISSIONS.find((each) => each === text);
  if (permission !== undefined) return permission;
  throw new Error(`Cannot start: PUBLIC_ALLOWS names '${text}', expected some of ${PERMISSIONS.join(',')}`);
}
