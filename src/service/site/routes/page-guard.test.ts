import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { compactVerify, importJWK } from 'jose';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  GuardedPageAnswer,
  GuardedPagesAnswer,
  InventoryExportAnswer,
} from '../../../contract/admin/page-guard.ts';
import { webhookSecret } from '../../callbacks/webhook-secrets.ts';
import { accounts } from '../../tables/accounts.ts';
import { openTestAdmin, type TestAdmin } from '../../test-kit/test-admin.ts';
import { openTestApp } from '../../test-kit/test-app.ts';
import { refusal } from '../../test-kit/test-client.ts';
import { openTestReceiver, type TestReceiver } from '../../test-kit/test-receiver.ts';
import { digestOf } from '../page-guard/document-items.ts';
import { pageReports } from '../page-guard/page-reports.ts';
import { createAlarmJob } from '../page-guard/send-alarms.ts';
import { tellSilence } from '../page-guard/tell-silence.ts';
import { visitPages } from '../page-guard/visit-pages.ts';
import { pageGuardRoutes } from './page-guard.ts';

const ORIGIN = 'http://localhost:3000';
const reports = pageReports();
const sendAlarms = createAlarmJob('standard');
let admin: TestAdmin;
let app: ReturnType<typeof openTestApp>;
let receiver: TestReceiver;
beforeAll(async () => {
  admin = await openTestAdmin();
  app = openTestApp(admin.context).route('/', pageGuardRoutes(reports));
  receiver = await openTestReceiver();
});
beforeEach(() => receiver.received.splice(0));
afterAll(async () => {
  await receiver.close();
  await admin.close();
});

type Item = readonly [kind: string, place: string, print?: string | undefined];
type Report = { readonly key?: string; readonly page?: string; readonly origin?: string };

/** What `guard.js` sends for a shopper; the answer's status. */
async function report(
  items: readonly Item[],
  { key = 'pk_sandbox_demo', page = '/checkout', origin = ORIGIN }: Report = {},
) {
  const body = JSON.stringify({
    key,
    page,
    items: items.map(([kind, place, print = '']) => [kind, place, print]),
  });
  const headers = { 'Content-Type': 'text/plain;charset=UTF-8', Origin: origin };
  const { status } = await app.request('/page-guard/reports', { method: 'POST', headers, body });
  await reports.write(admin.context);
  return status;
}
const list = async () => GuardedPagesAnswer.parse(await admin.call('GET', '/api/guarded-pages?account_id=1'));
async function read(name = '/checkout') {
  const page = (await list()).pages.find((one) => one.name === name);
  if (!page) throw new Error(`Cannot read ${name}: found no such page`);
  return GuardedPageAnswer.parse(await admin.call('GET', `/api/guarded-pages/${page.id}`));
}
const approve = async (name: string, request: object = { reason: 'built by us' }) =>
  admin.call('POST', `/api/guarded-pages/${(await read(name)).page.id}/approve`, request);
const openAlarms = async (name: string) =>
  (await read(name)).alarms
    .filter(({ closed_at: closed }) => closed === null)
    .map(({ kind, items }) => [kind, ...items.map((item) => `${item.kind} ${item.place}`)]);

const [one, two, three] = ['one', 'two', 'three'].map(digestOf);

describe('a page that reports', () => {
  test('is listed with what is on it, and alarms once as a page that nobody knows', async () => {
    expect(
      await report([
        ['script', `${ORIGIN}/app.js`],
        ['inline', one ?? '', one],
      ]),
    ).toBe(204);
    await report([['script', `${ORIGIN}/app.js`]]);
    const { page, items } = await read();
    expect(page).toMatchObject({
      origin: ORIGIN,
      report_count: 2,
      item_count: 2,
      unapproved_count: 2,
      open_alarms: 1,
    });
    expect(items.map(({ kind, place }) => [kind, place])).toEqual([
      ['inline', one],
      ['script', `${ORIGIN}/app.js`],
    ]);
    expect(await openAlarms('/checkout')).toEqual([['page', `script ${ORIGIN}/app.js`, `inline ${one}`]]);
  });

  test('alarms by the place once it is approved: new, changed, and not again', async () => {
    await approve('/checkout');
    expect(await openAlarms('/checkout')).toEqual([]);
    await report([
      ['script', `${ORIGIN}/app.js`],
      ['inline', one ?? '', one],
    ]);
    expect(await openAlarms('/checkout')).toEqual([]);
    await report([
      ['inline', one ?? '', two],
      ['script', 'https://evil.example/skim.js'],
    ]);
    const expected = [
      ['new', 'script https://evil.example/skim.js'],
      ['changed', `inline ${one}`],
    ];
    expect((await openAlarms('/checkout')).toSorted()).toEqual(expected.toSorted());
    await report([
      ['inline', one ?? '', two],
      ['script', 'https://evil.example/skim.js'],
    ]);
    expect((await read()).alarms.filter(({ closed_at: at }) => !at).map(({ count }) => count)).toEqual([
      1, 1,
    ]);
  });

  test('a place that differed before its approval may go on to differ', async () => {
    const page = '/differs';
    await report([['script', `${ORIGIN}/a.js`, one]], { page });
    await report([['script', `${ORIGIN}/a.js`, two]], { page });
    await approve(page);
    for (let load = 0; load < 20; load += 1)
      await report([['script', `${ORIGIN}/a.js`, digestOf(`${load}`)]], { page });
    expect(await openAlarms(page)).toEqual([]);
    expect((await read(page)).items).toHaveLength(2);
  });

  test('the wallet’s own parts, which come when they are needed, are no alarm', async () => {
    const own = 'http://127.0.0.1:4000';
    await report([
      ['script', `${own}/sdk/sha256-x`],
      ['frame', `${own}/3ds/box`],
      ['listener', `keydown on #window by ${own}/sdk/sdk.js`],
    ]);
    expect((await read()).items.filter(({ reason }) => reason === 'part of the wallet')).toHaveLength(3);
    const before = await openAlarms('/checkout');
    await report([['script', `${own}.evil.example/x.js`]]);
    expect(await openAlarms('/checkout')).not.toEqual(before);
  });

  test('an alarm is a signed callback, sent again when something is added, but not within an hour', async () => {
    await admin.call('PUT', '/api/guarded-pages/receiver', { account_id: 1, url: receiver.url });
    const page = '/called';
    await report([['script', `${ORIGIN}/app.js`]], { page });
    await sendAlarms(admin.context);
    const [sent] = receiver.received;
    const [account] = await admin.context.db.select().from(accounts);
    if (!sent || !account) throw new Error('Cannot verify: found no callback');
    const headers = Object.fromEntries(
      Object.entries(sent.headers).map(([name, value]) => [name, String(value)]),
    );
    const body = new Webhook(webhookSecret(admin.context, account)).verify(sent.body, headers);
    expect(body).toMatchObject({
      page_alarm: { kind: 'page', origin: ORIGIN, page, count: 1, items: [{ kind: 'script' }] },
    });
    await report([['script', `${ORIGIN}/other.js`]], { page });
    await sendAlarms(admin.context);
    expect(receiver.received).toHaveLength(1);
    admin.advance(3_601);
    await sendAlarms(admin.context);
    expect(receiver.received).toHaveLength(2);
    await sendAlarms(admin.context);
    expect(receiver.received).toHaveLength(2);
  });

  test('an alarm that its receiver does not take is sent again', async () => {
    const page = '/refused';
    receiver.answerStatus(500);
    await report([['script', `${ORIGIN}/app.js`]], { page });
    await sendAlarms(admin.context);
    receiver.answerStatus(200);
    admin.advance(10);
    await sendAlarms(admin.context);
    expect(receiver.received.map(({ body }) => JSON.parse(body).page_alarm.page)).toEqual([page, page]);
    expect(new Set(receiver.ids()).size).toBe(1);
  });

  test('its export is signed by the service', async () => {
    const { page } = await read();
    const { jws } = InventoryExportAnswer.parse(
      await admin.call('GET', `/api/guarded-pages/${page.id}/export`),
    );
    const [jwk] = admin.context.keys.accessToken.published();
    const { payload, protectedHeader } = await compactVerify(jws, await importJWK(jwk ?? {}, 'ES256'));
    expect(protectedHeader.typ).toBe('page-inventory+json');
    expect(JSON.parse(new TextDecoder().decode(payload))).toMatchObject({
      page: { name: '/checkout' },
      items: expect.any(Array),
    });
    const asToken = await app.request('/wallet/api/v1/methods', {
      headers: { Authorization: `Bearer ${jws}` },
    });
    expect(asToken.status).toBe(401);
  });

  test('S99: its silence is an alarm, once, and again after it has reported', async () => {
    const page = '/silent';
    for (let load = 0; load < 20; load += 1) {
      await report([['script', `${ORIGIN}/app.js`]], { page });
      admin.advance(60);
    }
    await approve(page);
    await tellSilence(admin.context);
    expect(await openAlarms(page)).toEqual([]);
    admin.advance(6 * 3_600);
    await tellSilence(admin.context);
    await tellSilence(admin.context);
    expect(await openAlarms(page)).toEqual([['silent']]);
    await admin.call('POST', `/api/guarded-pages/${(await read(page)).page.id}/close-alarms`);
    await tellSilence(admin.context);
    expect(await openAlarms(page)).toEqual([]);
    admin.advance(1);
    await report([['script', `${ORIGIN}/app.js`]], { page });
    admin.advance(12 * 3_600);
    await tellSilence(admin.context);
    expect(await openAlarms(page)).toEqual([['silent']]);
  });
});

describe('reports that anybody invents', () => {
  test('S96: of an unknown key, a foreign origin, none, or another form change nothing, and are answered alike', async () => {
    const before = await list();
    expect(await report([['script', 'x']], { key: 'pk_unknown' })).toBe(204);
    expect(await report([['script', 'x']], { origin: 'https://evil.example' })).toBe(204);
    expect(await report([['header', 'content-security-policy']])).toBe(204);
    expect(await report([['script', 'x', 'no digest']])).toBe(204);
    for (const body of [
      '',
      '{',
      '[]',
      '{"key":1}',
      JSON.stringify({ key: 'pk_sandbox_demo', page: '/', items: [] }),
    ]) {
      expect((await app.request('/page-guard/reports', { method: 'POST', body })).status).toBe(204);
    }
    await reports.write(admin.context);
    expect(await list()).toEqual(before);
    const long = { method: 'POST', body: 'x'.repeat(70_000) };
    expect((await app.request('/page-guard/reports', long)).status).toBe(413);
  });

  test('S97: take no approval away, and approve nothing', async () => {
    const before = (await read()).items.filter(({ approved_at: at }) => at);
    expect(before.length).toBeGreaterThan(0);
    await report([
      ['script', `${ORIGIN}/app.js`],
      ['inline', one ?? '', three],
      ['script', `${ORIGIN}/app.js`, two],
    ]);
    await report([]);
    const after = (await read()).items.filter(({ approved_at: at }) => at);
    expect(after.map(({ id, reason }) => [id, reason])).toEqual(before.map(({ id, reason }) => [id, reason]));
  });

  test('S98: hold no card number and nothing that a terminal obeys, and are not in the log', async () => {
    const page = '/checkout';
    await report(
      [['script', 'https://evil.example/4242424242424242/\u001b[31m\u202e<img src=x onerror=alert(1)>']],
      { page },
    );
    const text = JSON.stringify(await read(page)) + admin.logged();
    for (const harm of ['4242424242424242', '\u001b', '\u202e']) expect(text).not.toContain(harm);
    expect(admin.logged()).not.toContain('evil.example');
  });

  test('S96: make bounded rows, pages and callbacks, and hide no visit and no later thing', async () => {
    const page = '/flooded';
    await report([['script', `${ORIGIN}/app.js`]], { page });
    await approve(page);
    for (let post = 0; post < 10; post += 1) {
      const forged = Array.from(
        { length: 200 },
        (_, n) => ['script', `https://a${post}-${n}.example/x.js`] as const,
      );
      await report(forged, { page });
    }
    const { items, alarms } = await read(page);
    expect(items.length).toBeLessThanOrEqual(301);
    expect(
      alarms
        .filter(({ closed_at: at }) => at === null)
        .map(({ kind }) => kind)
        .toSorted(),
    ).toEqual(['full', 'new']);
    await sendAlarms(admin.context);
    expect(receiver.received.length).toBeLessThanOrEqual(5);
    for (let name = 0; name < 150; name += 1)
      await report([], { page: `/made-up-${String.fromCharCode(97 + (name % 26))}${name}` });
    expect((await list()).pages.length).toBeLessThanOrEqual(100);
  });
});

describe('the visits of the service', () => {
  type Answers = Record<
    string,
    { readonly status?: number; readonly headers?: Record<string, string>; readonly body?: string }
  >;
  async function openShop(answers: Answers) {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      const { status = 200, headers = {}, body = '' } = answers[request.url ?? ''] ?? { status: 404 };
      response.writeHead(status, headers).end(body);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return { answers, asked, url: `http://localhost:${port}`, close: () => server.close() };
  }
  const visit = async (address: string) => {
    await admin.call('POST', '/api/guarded-pages', { account_id: 1, address });
    await visitPages(admin.context);
  };
  const policy = { 'Content-Security-Policy': "script-src 'self' 'nonce-abc'" };

  test('compare document, files and headers, and name what changed, came or went', async () => {
    const shop = await openShop({
      '/visited': {
        headers: policy,
        body: '<script src="/app.js?v=1" integrity="sha384-x"></script><script nonce=n>go(1)</script>',
      },
      '/app.js?v=1': { body: 'real()' },
    });
    await visit(`${shop.url}/visited`);
    const kinds = (await read('/visited')).items.map(({ kind }) => kind);
    expect(kinds).toEqual(['file', 'header', 'inline', 'pin', 'script']);
    await approve('/visited');
    shop.answers['/visited'] = {
      ...shop.answers['/visited'],
      headers: { 'Content-Security-Policy': "script-src 'self' 'nonce-xyz'" },
    };
    await visit(`${shop.url}/visited`);
    expect(await openAlarms('/visited')).toEqual([]);
    shop.answers['/app.js?v=1'] = { body: 'real(); skim()' };
    shop.answers['/visited'] = {
      body: '<script src="/app.js?v=1"></script><script>go(1)</script><img onerror="skim()">',
    };
    await visit(`${shop.url}/visited`);
    expect((await openAlarms('/visited')).toSorted()).toEqual([
      ['changed', `pin ${shop.url}/app.js`, `file ${shop.url}/app.js`],
      ['gone', 'header content-security-policy'],
      ['new', expect.stringMatching(/^handler /)],
    ]);
    shop.close();
  });

  test('S100: go to registered origins alone, follow no redirect, and to foreign files only when they are approved', async () => {
    const inner = await openShop({ '/lib.js': { body: 'inside()' }, '/secret': { body: 'secret' } });
    const shop = await openShop({
      '/led': {
        body: `<script src="${inner.url.replace('localhost', '127.0.0.1').replace('http://', 'http://')}/lib.js"></script>`,
      },
      '/away': { status: 302, headers: { Location: `${inner.url}/secret` } },
    });
    await admin.call('PATCH', '/api/accounts/1', { origins: [shop.url] });
    for (const address of [
      'https://other.example/',
      inner.url,
      'file:///etc/passwd',
      'no address',
      `${shop.url}.evil.example/`,
    ]) {
      const sent = admin.send('/api/guarded-pages', { method: 'POST', body: { account_id: 1, address } });
      expect(await refusal(sent), address).toEqual([400, 'parameter_invalid', 'address']);
    }
    await visit(`${shop.url}/led`);
    await visit(`${shop.url}/away`);
    expect(inner.asked).toEqual([]);
    expect((await read('/away')).items).toMatchObject([
      { kind: 'answer', place: `status 302 ${inner.url}/secret` },
    ]);
    await approve('/led');
    await visit(`${shop.url}/led`);
    expect(inner.asked).toEqual(['/lib.js']);
    expect(await openAlarms('/led')).toEqual([]);
    await admin.call('PATCH', '/api/accounts/1', { origins: ['https://shop.example'] });
    await visitPages(admin.context);
    admin.advance(3_601);
    shop.asked.splice(0);
    await visitPages(admin.context);
    expect(shop.asked).toEqual([]);
    expect((await read('/led')).page.visit_failure).toBe('origin_not_registered');
    await admin.call('PATCH', '/api/accounts/1', { origins: ['http://localhost:*'] });
    inner.close();
    shop.close();
  });
});
