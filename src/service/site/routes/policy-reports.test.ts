import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { PolicyReportsAnswer } from '../../../contract/admin/policy-reports.ts';
import { openTestAdmin, type TestAdmin } from '../../test-kit/test-admin.ts';
import { openTestApp } from '../../test-kit/test-app.ts';
import { writeTestBuild } from '../../test-kit/test-build.ts';
import { reportCounts } from '../policy-reports/report-counts.ts';
import { frameRoutes } from './frame.ts';
import { policyReportRoutes } from './policy-reports.ts';
import { securityTxtRoutes } from './security-txt.ts';

let admin: TestAdmin;
let app: ReturnType<typeof openTestApp>;
const build = writeTestBuild();
const counts = reportCounts();
beforeAll(async () => {
  admin = await openTestAdmin();
  app = openTestApp(admin.context)
    .route('/', frameRoutes(join(build, 'wallet')))
    .route('/', policyReportRoutes(counts))
    .route('/', securityTxtRoutes(undefined));
});
afterAll(async () => {
  rmSync(build, { recursive: true });
  await admin.close();
});

const FRAME = '/wallet/frame?key=pk_sandbox_demo&merchant=1001&locale=en&origin=http://localhost:3000';
const send = async (body: unknown, type = 'application/reports+json') => {
  const headers = { 'Content-Type': type };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return (await app.request('/policy-reports', { method: 'POST', headers, body: text })).status;
};
async function shown() {
  await counts.write(admin.context);
  const { reports } = PolicyReportsAnswer.parse(await admin.call('GET', '/api/policy-reports'));
  return reports.map(({ page, directive, blocked, count }) => [page, directive, blocked, count]);
}

const violation = (documentURL: unknown, effectiveDirective: unknown, blockedURL: unknown) => ({
  type: 'csp-violation',
  url: documentURL,
  body: { documentURL, effectiveDirective, blockedURL, sample: '4242424242424242' },
});

test.each([FRAME, '/docs', '/docs/errors'])('%s asks for reports, by both names', async (path) => {
  const { headers } = await app.request(path);
  const address = 'http://127.0.0.1:4000/policy-reports';
  expect(headers.get('Reporting-Endpoints')).toBe(`policy="${address}"`);
  expect(headers.get('Content-Security-Policy')).toMatch(
    /; report-uri http:\/\/127.0.0.1:4000\/policy-reports; report-to policy$/,
  );
});

test('S50: what a page refused is counted and shown, and nothing else of a report is kept', async () => {
  const at = `http://127.0.0.1:4000${FRAME}&refreshToken=rt_secret`;
  expect(
    await send([
      violation(at, 'script-src-elem', 'https://evil.example/4242424242424242?cc_token=cc_secret'),
    ]),
  ).toBe(204);
  const older = {
    'document-uri': 'http://127.0.0.1:4000/3ds/box/capability-secret',
    'violated-directive': "style-src 'self'",
    'blocked-uri': 'inline',
  };
  for (const _ of ['first', 'again'])
    expect(await send({ 'csp-report': older }, 'application/csp-report')).toBe(204);
  expect(await shown()).toEqual(
    expect.arrayContaining([
      ['frame', 'script-src-elem', 'https://evil.example', 1],
      ['box', 'style-src', 'inline', 2],
    ]),
  );
  const answerText = JSON.stringify(await admin.call('GET', '/api/policy-reports'));
  for (const secret of ['secret', '4242', 'capability']) expect(answerText).not.toContain(secret);
  expect(admin.logged()).not.toContain('capability-secret');
});

test('what is no report is answered alike and changes nothing', async () => {
  const before = await shown();
  for (const body of [
    '',
    '{',
    'null',
    '[]',
    '[{}]',
    '{"csp-report":1}',
    [{ type: 'deprecation', body: {} }],
  ]) {
    expect(await send(body)).toBe(204);
  }
  expect(await shown()).toEqual(before);
  expect(await send('x'.repeat(70_000))).toBe(413);
});

test('S50: a report of a page that is not ours changes nothing', async () => {
  const before = await shown();
  const invented = [
    'x',
    'https://evil.example/wallet/frame',
    'http://127.0.0.1:4001/wallet/frame',
    undefined,
  ];
  expect(await send(invented.map((page) => violation(page, 'script-src', 'inline')))).toBe(204);
  expect(await shown()).toEqual(before);
});

const ours = `http://127.0.0.1:4000${FRAME}`;

test('S50: a flood of made-up reports hides of no real one its page, its directive or its word', async () => {
  for (let post = 0; post < 30; post += 1) {
    const names = Array.from({ length: 20 }, (_, n) => `https://a${post}-${n}.example`);
    await send(
      names.map((name) => violation(ours, post % 2 ? 'img-src' : `made-up-${'a'.repeat(post)}`, name)),
    );
    if (post % 10 === 9) await counts.write(admin.context);
  }
  await send([
    violation(ours, 'script-src-attr', 'inline'),
    violation(ours, 'connect-src', 'https://real.example/path'),
    violation('http://127.0.0.1:4000/docs', 'script-src-elem', 'https://real.example/path'),
  ]);
  const kinds = await shown();
  expect(kinds).toEqual(
    expect.arrayContaining([
      ['frame', 'script-src-attr', 'inline', 1],
      ['frame', 'connect-src', 'other', 1],
      ['docs', 'script-src-elem', 'https://real.example', 1],
    ]),
  );
  expect(kinds.length).toBeLessThan(70);
});

test('security.txt says where to report a hole, and never rots', async () => {
  const readSecurityTxt = async () => (await app.request('/.well-known/security.txt')).text();
  expect(await readSecurityTxt()).toBe(
    [
      'Contact: http://127.0.0.1:4000/docs#report-a-hole',
      'Expires: 2030-04-01T00:00:00.000Z',
      'Preferred-Languages: en',
      'Canonical: http://127.0.0.1:4000/.well-known/security.txt\n',
    ].join('\n'),
  );
  expect(await (await app.request('/docs')).text()).toContain('id="report-a-hole"');
  admin.advance(400 * 86_400);
  const [, expires = ''] = /Expires: (.*)/.exec(await readSecurityTxt()) ?? [];
  expect(Date.parse(expires)).toBeGreaterThan(admin.context.clock.now().getTime());
});

test('a count that the store did not take is written later, with those behind it', async () => {
  const at = 'http://127.0.0.1:4000/docs';
  const directives = ['img-src', 'font-src'];
  await send(directives.map((directive) => violation(at, directive, 'https://late.example/')));
  const update = vi.spyOn(admin.context.db, 'update').mockImplementationOnce(() => {
    throw new Error('the store is away');
  });
  await expect(counts.write(admin.context)).rejects.toThrow('the store is away');
  update.mockRestore();
  const written = (await shown()).filter(([, , blocked]) => blocked === 'https://late.example');
  expect(written.map(([, directive, , count]) => [directive, count]).toSorted()).toEqual([
    ['font-src', 1],
    ['img-src', 1],
  ]);
});
