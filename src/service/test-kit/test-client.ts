import { openTestApp } from './test-app.ts';
import { openTestService } from './test-context.ts';

export type Values = Record<string, string>;
type Body = Values | string | Uint8Array<ArrayBuffer>;

const DEMO = { secretKey: 'sk_sandbox_demo' };
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

/** For tests: requests to a service in memory; a body that is not a record is sent as it is. */
export async function openTestClient(baseUrl?: string) {
  const service = await openTestService(baseUrl);
  const app = openTestApp(service.context);
  const post = (path: string, body: Body = {}, headers: Values = DEMO) => {
    const isRecord = typeof body === 'object' && !(body instanceof Uint8Array);
    return app.request(path, {
      method: 'POST',
      body: isRecord ? new URLSearchParams(body) : body,
      headers: { ...FORM, ...headers },
    });
  };
  return {
    ...service,
    app,
    post,
    /** Status and body of a successful answer. */
    async postJson(path: string, body: Body = {}, headers: Values = DEMO) {
      return readJson(await post(path, body, headers));
    },
  };
}

/** For `app.request`: the address that a request comes from. */
export const comingFrom = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } });

export type TestClient = Awaited<ReturnType<typeof openTestClient>>;

export async function readJson(answer: Response) {
  return JSON.parse(await answer.text());
}

/** Status, code and parameter of a refusal, in one comparable piece. */
export async function refusal(answer: Response | Promise<Response>) {
  const { status, body } = await answered(await answer);
  const { code, param } = body.error;
  return param === undefined ? [status, code] : [status, code, param];
}

async function answered(answer: Response) {
  return { status: answer.status, body: await readJson(answer) };
}
