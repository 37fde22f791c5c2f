import { isIP } from 'node:net';
import type { Log } from './log.ts';
import { hostOf } from './url-parts.ts';

type Addresses = { readonly baseUrl: string; readonly issuerUrl: string };

/**
 * Whether service and issuer are one site to a browser: ports make no difference, and a name is of one site with the
 * names below it. `perhaps`: under one parent, which is a site of its own or, as `co.uk`, is none.
 */
export function isOneSite({ baseUrl, issuerUrl }: Addresses): 'yes' | 'perhaps' | 'no' {
  const [one, other] = [hostOf(new URL(baseUrl)), hostOf(new URL(issuerUrl))];
  if (one === other) return 'yes';
  if (isIP(one) !== 0 || isIP(other) !== 0) return 'no';
  if (one.endsWith(`.${other}`) || other.endsWith(`.${one}`)) return 'yes';
  const [left, right] = [parentOf(one), parentOf(other)];
  return left !== '' && left === right ? 'perhaps' : 'no';
}

/** Why a public start is refused: real banks are on another site, so a simulated one on ours would behave differently in browsers. */
export function sameSiteFault({ baseUrl, issuerUrl }: Addresses): string {
  return `ISSUER_URL is '${issuerUrl}', on the site of BASE_URL '${baseUrl}': expected a name on another site, as a bank has`;
}

/** Logs a warning if the issuer is or may be on the service's site and the start was not refused. */
export function warnAboutIssuerSite(addresses: Addresses, log: Log): void {
  const answer = isOneSite(addresses);
  if (answer === 'no') return;
  const where = answer === 'yes' ? 'is on' : 'may be on';
  log.warn(
    `ISSUER_URL ${where} the site of BASE_URL, so browsers treat it as part of the service, unlike a real bank: expected a name on another site`,
  );
}

/** The last two labels of a name that has more. */
function parentOf(host: string): string {
  const labels = host.split('.');
  return labels.length > 2 ? labels.slice(-2).join('.') : '';
}
