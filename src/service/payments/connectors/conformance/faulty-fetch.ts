import type { AcquirerCall } from '../../../base/processor/acquirer.ts';

/** What a network does to one question. The acquirer has acted where the name says `after`. */
export type NetworkFault =
  | 'lostBefore'
  | 'lostAfter'
  | 'errorAfter'
  | 'refusedConnection'
  | 'hangsAfter'
  | 'doubled'
  | 'brokenAnswerAfter';

type Fetch = AcquirerCall['fetch'];

/** A `fetch` whose first question meets the fault. `onHang`: called where a peer has acted and never answers. */
export function faultOnce(fetch: Fetch, once: NetworkFault, onHang = () => {}): Fetch {
  let next: NetworkFault | undefined = once;
  return async (url, init) => {
    const fault = next;
    next = undefined;
    if (fault === 'refusedConnection') throw failure('ECONNREFUSED', 'connect');
    if (fault === 'lostBefore') throw failure('ECONNRESET', 'read');
    const response = await fetch(url, init);
    switch (fault) {
      case 'doubled':
        await response.body?.cancel();
        return fetch(url, init);
      case 'lostAfter':
        await response.body?.cancel();
        throw failure('ECONNRESET', 'read');
      case 'errorAfter':
        await response.body?.cancel();
        return new Response('<html>Bad gateway</html>', { status: 502 });
      case 'brokenAnswerAfter': {
        const text = await response.text();
        return new Response(text.slice(0, text.length / 2), { status: response.status });
      }
      case 'hangsAfter':
        await response.body?.cancel();
        return new Promise((_resolve, reject) => {
          init.signal?.addEventListener('abort', () => reject(failure('ABORT_ERR', 'read')));
          onHang();
        });
      default:
        return response;
    }
  };
}

function failure(code: string, syscall: string): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code, syscall }) });
}
