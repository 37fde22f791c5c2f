type Asking = {
  /** Rejects after so long. */
  readonly patienceMs: number;
  /** Sent as a form; without one it is a GET. */
  readonly form?: URLSearchParams;
};

/**
 * Asks the service, never in a way that needs a preflight: without headers of its own, and without credentials, so that it
 * goes over the connection of a script tag with `crossorigin`. Rejects where no JSON comes.
 */
export async function askJson(address: string | URL, { patienceMs, form }: Asking): Promise<unknown> {
  const response = await fetch(address, {
    ...(form && { method: 'POST', body: form }),
    signal: AbortSignal.timeout(patienceMs),
    credentials: 'omit',
    cache: 'no-store',
  });
  return response.json();
}
