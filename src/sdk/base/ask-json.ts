/**
 * Asks the service, never in a way that needs a preflight: without headers of its own, and without credentials, so that it
 * goes over the connection of a script tag with `crossorigin`. Rejects after so long, and where no JSON comes.
 */
export async function askJson(address: string, timeoutMs: number, form?: URLSearchParams): Promise<unknown> {
  const response = await fetch(address, {
    method: form ? 'POST' : 'GET',
    body: form ?? null,
    signal: AbortSignal.timeout(timeoutMs),
    credentials: 'omit',
  });
  return response.json();
}
