/**
 * Asks the service, never in a way that needs a preflight: without headers of its own, and without credentials, so that it
 * goes over the connection of a script tag with `crossorigin`. By XMLHttpRequest: pages replace `fetch` by one that adds headers or
 * credentials. Rejects where no answer comes in time; of one that is no JSON it gives null.
 */
export function askJson(address: string, timeoutMs: number, form?: URLSearchParams): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(form ? 'POST' : 'GET', address);
    request.responseType = 'json';
    request.timeout = timeoutMs;
    request.onloadend = () =>
      request.status ? resolve(request.response) : reject(new TypeError('found no answer'));
    request.send(form ?? null);
  });
}
