import { expect, test } from 'vitest';
import { simulation } from '../../../main/sandbox-dependencies.ts';
import { createIssuerApp } from '../../../sandbox/issuer/issuer-app.ts';
import { openTestApp } from '../../../test-kit/test-app.ts';
import { refusal } from '../../../test-kit/test-client.ts';
import { openTestService } from '../../../test-kit/test-context.ts';

test('refuseWhileStopping lets end what is under way and refuses what comes, on connections that end', async () => {
  const { context, close } = await openTestService();
  const stopping = new AbortController();
  const app = openTestApp({ ...context, stopping: stopping.signal });
  let finish = () => {};
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  app.get('/held', async (c) => {
    begin();
    await held;
    return c.text('done');
  });
  const before = await app.request('/healthz');
  expect([before.status, before.headers.get('Connection')]).toEqual([200, null]);
  const underWay = app.request('/held');
  await begun;
  stopping.abort();
  for (const path of ['/healthz', '/readyz', '/nothing']) {
    const answer = await app.request(path);
    expect(answer.headers.get('Connection')).toBe('close');
    expect(answer.headers.get('Retry-After')).toBe('1');
    expect(await refusal(answer)).toEqual([503, 'shutting_down']);
  }
  finish();
  const answer = await underWay;
  expect([answer.status, await answer.text(), answer.headers.get('Connection')]).toEqual([
    200,
    'done',
    'close',
  ]);
  await close();
});

test('readyz sends balancers away before anything is refused', async () => {
  const { context, close } = await openTestService();
  const leaving = new AbortController();
  const app = openTestApp({ ...context, leaving: leaving.signal });
  expect((await app.request('/readyz')).status).toBe(200);
  leaving.abort();
  expect(await refusal(await app.request('/readyz'))).toEqual([503, 'shutting_down']);
  const others = await Promise.all(['/healthz', '/openapi.json'].map((path) => app.request(path)));
  expect(others.map(({ status }) => status)).toEqual([200, 200]);
  await close();
});

test('closeWhileStopping ends connections to the issuer too, whose pages go on', async () => {
  const { context, close } = await openTestService();
  const stopping = new AbortController();
  const issuer = createIssuerApp({ ...context, stopping: stopping.signal }, simulation);
  const ask = () => issuer.request('/acs', { method: 'POST', body: new URLSearchParams({ PaReq: 'none' }) });
  const before = await ask();
  stopping.abort();
  const answer = await ask();
  expect(answer.status).toBe(before.status);
  expect([before.headers.get('Connection'), answer.headers.get('Connection')]).toEqual([null, 'close']);
  await close();
});
