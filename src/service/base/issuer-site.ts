import { isIP } from 'node:net';
import type { Logger } from 'pino';

type Addresses = { readonly baseUrl: string; readonly issuerUrl: string };

/**
 * Whether service and issuer are one site to a browser: ports make no difference, and a name is of one site with the
 * names below it. `perhaps`: under one parent, which is a site of its own or, as `co.uk`, is none.
 */
export function isOneSite({ baseUrl, issuerUrl }: Addresses): 'yes' | 'perhaps' | 'no' {
  const [one, other] = [hostOf(baseUrl), hostOf(issuerUrl)];
  if (one === other) return 'yes';
  if (isIP(one) !== 0 || isIP(other) !== 0) return 'no';
  if (one.endsWith(`.${other}`) || other.endsWith(`.${one}`)) return 'yes';
  const [left, right] = [parentOf(one), parentOf(other)];
  return left !== '' && left === right ? 'perhaps' : 'no';
}

/** The sentence of a start that is refused: others' banks are on another site, and a sandbox on its own shows what theirs do not. */
export function issuerOnSite({ baseUrl, issuerUrl }: Addresses): string {
  return `ISSUER_URL is '${issuerUrl}', on the site of BASE_URL '${baseUrl}': expected a name on another site, as a bank has`;
}

/** Logs a warning where the issuer is or may be on the service's site, and the start was not refused. */
export function warnAboutIssuerSite(addresses: Addresses, log: Logger): void {
  const answer = isOneSite(addresses);
  if (answer === 'no') return;
  const where = answer === 'yes' ? 'is on' : 'may be on';
  log.warn(
    `ISSUER_URL ${where} the site of BASE_URL, where browsers treat it as no bank of another site is treated: expected a name on another site`,
  );
}

/** Without the brackets of an IPv6 address. */
function hostOf(address: string): string {
  return new URL(address).hostname.replace(/^\[|\]$/g, '');
}

/** The last two labels of a name that has more. */
function parentOf(host: string): string {
  const labels = host.split('.');
  return labels.length > 2 ? labels.slice(-2).join('.') : '';
}
