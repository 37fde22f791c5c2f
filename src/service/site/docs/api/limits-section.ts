import { ACCOUNT_BRAKES, RATE_LIMITS } from '../../../../contract/rate-limits.ts';
import { SIZE_LIMITS } from '../../../../contract/size-limits.ts';
import { type Html, html, prose } from '../../pages/html.ts';
import { heading, table } from '../layout/page.ts';

/** What the service takes at most. */
export function limitsSection(): Html {
  const rates = Object.entries(RATE_LIMITS).map(([name, { quota, seconds, counts, code, braked }]) => {
    const most = `${quota} in ${seconds} s${braked ? `; ${braked.quota} beyond ${braked.by}` : ''}`;
    return { cells: [html`<code>${name}</code>`, most, prose(counts), codeLink(code)] };
  });
  const brakes = Object.entries(ACCOUNT_BRAKES).map(([name, { quota, seconds, counts }]) => ({
    cells: [html`<code>${name}</code>`, `${quota} in ${seconds} s`, counts, 'smaller quotas of networks'],
  }));
  const sizes = (
    [
      ['Body', `${SIZE_LIMITS.body} bytes`, 'body_too_large'],
      ['Headers', `${SIZE_LIMITS.headers} bytes`, 'headers_too_large'],
      ['URL', `${SIZE_LIMITS.url} characters`, 'url_too_long'],
      ['Form parameters', `${SIZE_LIMITS.parameters}`, 'body_malformed'],
      ['`metadata` of a page', `${SIZE_LIMITS.pageMetadata} bytes`, 'json_parameter_invalid'],
    ] as const
  ).map(([what, most, code]) => ({ cells: [prose(what), most, codeLink(code)] }));
  return html`<section>${heading('limits', 'Limits')}
<p>${prose('The headers `RateLimit-Policy` and `RateLimit` name the limits that a request counts against. A 429 says in `Retry-After` how many seconds to wait. A count begins with the first request and starts again when its seconds are over, so two bursts may follow each other: `key-billing` allows 100 a second on average. The fifth refused card closes card entry to its wallet session for an hour, the twentieth to its address. A number that is no test card’s is accepted five times an hour at one account, whoever enters it; then it is refused, whether it is stored or not. Starts and cards of networks are counted by ten minutes, which end together.')}</p>
<p>${prose('`account-refusals` and `account-starts` refuse nobody: beyond them, networks have the smaller quotas below until an hour holds fewer. A network without refusals notices nothing.')}</p>
<p>${prose('A merchant’s backend may have 2,048 billings open at once, and also 512 lookups and 512 requests for tokens, logins and metadata. The wallets of its shop may have 2,048 together: 256 of one network, 64 of one refresh token. Beyond that the answer is `overloaded`. At `events` a wallet session may have 4 waiting requests, a network 192 and a shop 1,536. Beyond that the oldest ends: ask again with `after`.')}</p>
${table('Rate limits', ['Name', 'At most', 'Counts', 'Beyond'], [...rates, ...brakes])}
${table('Sizes', ['Of a request', 'At most', 'Beyond'], sizes)}</section>`;
}

function codeLink(code: string): Html {
  return html`<a href="/docs/errors#${code}"><code>${code}</code></a>`;
}
