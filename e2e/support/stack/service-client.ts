import { SECRET_KEY } from './stack.ts';

export type Answer = { readonly status: number; readonly body: unknown; readonly headers: Headers };

/** A merchant's backend in four lines: form parameters and the secret key. */
export async function post(url: string, form: Record<string, string>): Promise<Answer> {
  const headers = { secretKey: SECRET_KEY };
  return answerOf(await fetch(url, { method: 'POST', headers, body: new URLSearchParams(form) }));
}

/** A refresh token of a user, or without `externalID` of a guest. */
export async function refreshToken(url: string, externalID?: string): Promise<string> {
  return (await newSession(url, externalID === undefined ? {} : { externalID })).refreshToken;
}

/** What a backend gives its page for `connect`. */
export async function newSession(
  url: string,
  of: { readonly externalID?: string; readonly merchant_id?: string; readonly ttl?: string },
): Promise<{ refreshToken: string; hint: string }> {
  const { body } = await post(`${url}/users/api/v1/refresh_token`, of);
  return { refreshToken: textAt(body, 'refreshToken'), hint: textAt(body, 'hint') };
}

/** The transaction as it stands now; undefined when there is none. */
export async function lookUp(url: string, transactionId: string) {
  const response = await fetch(`${url}/wallet/api/v1/transactions/${transactionId}`, {
    headers: { secretKey: SECRET_KEY },
  });
  const { transaction } = await response.json();
  return response.status === 200 ? transaction : undefined;
}

/** What stands in an answer's body under `path`; undefined where there is nothing. */
export function valueAt(body: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined),
    body,
  );
}

/** Like `valueAt`, for what must be a text. */
export function textAt(body: unknown, ...path: readonly string[]): string {
  const value = valueAt(body, ...path);
  if (typeof value !== 'string')
    throw new Error(`Cannot read ${path.join('.')}: found ${typeof value}, expected text`);
  return value;
}

async function answerOf(response: Response): Promise<Answer> {
  return { status: response.status, body: await response.json(), headers: response.headers };
}
