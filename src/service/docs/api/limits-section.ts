import { RATE_LIMITS } from '../../../contract/rate-limits.ts';
import { SIZE_LIMITS } from '../../../contract/size-limits.ts';
import { type Html, html, prose } from '../../pages/html.ts';
import { heading, table } from '../layout/page.ts';

/** What the service takes at most. */
export function limitsSection(): Html {
  const rates = Object.entries(RATE_LIMITS).map(
    ([name, { quota, seconds, counts, code }]) =>
      html`<tr><th scope="row"><code>${name}</code></th><td>${quota} in ${seconds} s</td><td>${counts}</td>
<td><a href="/docs/errors#${code}"><code>${code}</code></a></td></tr>`,
  );
  const sizes = [
    ['Body', `${SIZE_LIMITS.body} bytes`, 'body_too_large'],
    ['Headers', `${SIZE_LIMITS.headers} bytes`, 'headers_too_large'],
    ['URL', `${SIZE_LIMITS.url} characters`, 'url_too_long'],
    ['Form parameters', `${SIZE_LIMITS.parameters}`, 'body_malformed'],
  ].map(
    ([what, most, code]) =>
      html`<tr><th scope="row">${what}</th><td>${most}</td><td><a href="/docs/errors#${code}"><code>${code}</code></a></td></tr>`,
  );
  return html`<section>${heading('limits', 'Limits')}
<p>${prose('The headers `RateLimit-Policy` and `RateLimit` name the limits an answer was counted against; a 429 says in `Retry-After` how many seconds to wait. A count begins with the first request and starts anew when its seconds are over, so a burst may come twice around that moment: `secret-key` allows 100 a second on average. The fifth refused card closes card entry to its wallet session for an hour, the twentieth to its address; a number that is no test card’s is taken five times an hour at one account, whoever enters it, and answers the same beyond it.')}</p>
<p>${prose('A merchant’s backend may have 2,048 requests open at once, and so may the wallets of its shop together: 256 of one network, 64 of one refresh token; beyond it `overloaded`. Of what waits for news at `events` the oldest is ended beyond 4 of a wallet session, 192 of a network and 1,536 of a shop: ask again with `after`.')}</p>
${table('Rate limits', ['Name', 'At most', 'Counts', 'Beyond'], rates)}
${table('Sizes', ['Of a request', 'At most', 'Beyond'], sizes)}</section>`;
}
