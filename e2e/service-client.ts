import { SECRET_KEY } from './stack.ts';

export type Answer = { readonly status: number; readonly body: unknown; readonly headers: Headers };

/** A merchant's backend in four lines: form parameters and the secret key. */
export async function post(url: string, form: Record<string, string>): Promise<Answer> {
  const headers = { secretKey: SECRET_KEY };
  return answerOf(await fetch(url, { method: 'POST', headers, body: new URLSearchParams(form) }));
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
