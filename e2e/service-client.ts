import { SECRET_KEY } from './stack.ts';

export type Answer = { readonly status: number; readonly body: Record<string, any>; readonly headers: Headers };

/** A merchant's backend in four lines: form parameters and the secret key. */
export async function post(url: string, form: Record<string, string>, headers: Record<string, string> = {}) {
  return answerOf(
    await fetch(url, {
      method: 'POST',
      headers: { secretKey: SECRET_KEY, ...headers },
      body: new URLSearchParams(form),
    }),
  );
}

export async function get(url: string): Promise<Answer> {
  return answerOf(await fetch(url, { headers: { secretKey: SECRET_KEY } }));
}

async function answerOf(response: Response): Promise<Answer> {
  return { status: response.status, body: await response.json(), headers: response.headers };
}
