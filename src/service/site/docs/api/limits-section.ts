import { ACCOUNT_BRAKES, RATE_LIMITS } from '../../../../contract/rate-limits.ts';
import { SIZE_LIMITS } from '../../../../contract/size-limits.ts';
import { type Html, html, prose } from '../../pages/html.ts';
import { heading, table } from '../layout/page.ts';

/** What the service takes at most. */
export function limitsSection(): Html {
  const rates = Object.entries(RATE_LIMITS).map(
    ([name, { quota, seconds, counts, code, braked }]) =>
      html`<tr><th scope="row"><code>${name}</code></th><td>${quota} in ${seconds} s${braked ? `; ${braked.quota} beyond ${braked.by}` : ''}</td><td>${prose(counts)}</td>
<td><a href="/docs/errors#${code}"><code>${code}</code></a></td></tr>`,
  );
  const brakes = Object.entries(ACCOUNT_BRAKES).map(
    ([name, { quota, seconds, counts }]) =>
      html`<tr><th scope="row"><code>${name}</code></th><td>${quota} in ${seconds} s</td><td>${counts}</td>
<td>smaller quotas of networks</td></tr>`,
  );
  const sizes = (
    [
      ['Body', `${SIZE_LIMITS.body} bytes`, 'body_too_large'],
      ['Headers', `${SIZE_LIMITS.headers} bytes`, 'headers_too_large'],
      ['URL', `${SIZE_LIMITS.url} characters`, 'url_too_long'],
      ['Form parameters', `${SIZE_LIMITS.parameters}`, 'body_malformed'],
      ['`metadata` of a page', `${SIZE_LIMITS.pageMetadata} bytes`, 'json_parameter_invalid'],
    ] as const
  ).map(
    ([what, most, code]) =>
      html`<tr><th scope="row">${prose(what)}</th><td>${most}</td><td><a href="/docs/errors#${code}"><code>${code}</code></a></td></tr>`,
  );
  return html`<section>${heading('limits', 'Limits')}
<p>${prose('The headers `RateLimit-Policy` and `RateLimit` name the limits an answer was counted against; a 429 says in `Retry-After` how many seconds to wait. A count begins with the first request and starts anew when its seconds are over, so a burst may come twice around that moment: `key-billing` allows 100 a second on average. The fifth refused card closes card entry to its wallet session for an hour, the twentieth to its address; a number that is no test card’s is taken five times an hour at one account, whoever enters it, and answers the same beyond it. Starts and cards of networks are counted by ten minutes, which end together.')}</p>
<p>${prose('Beyond `account-refusals` or `account-starts` nobody is refused for it: the networks have the smaller quotas below until an hour holds less. A network without refusals notices nothing.')}</p>
<p>${prose('A merchant’s backend may have 2,048 billings open at once, and 512 lookups and 512 requests for tokens, logins and metadata beside them; the wallets of its shop may have 2,048 together: 256 of one network, 64 of one refresh token; beyond it `overloaded`. Of what waits for news at `events` the oldest is ended beyond 4 of a wallet session, 192 of a network and 1,536 of a shop: ask again with `after`.')}</p>
${table('Rate limits', ['Name', 'At most', 'Counts', 'Beyond'], [...rates, ...brakes])}
${table('Sizes', ['Of a request', 'At most', 'Beyond'], sizes)}</section>`;
}
