import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compactVerify, importJWK } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { UsageError } from '../../../main/cli/io/usage-error.ts';
import { parseCommand } from '../../../main/cli/parse-command.ts';
import { digestOf } from '../../../site/page-guard/document-items.ts';
import { pageReports } from '../../../site/page-guard/page-reports.ts';
import { askBy, testCommandIo } from '../../../test-kit/commands/test-command-io.ts';
import { openTestAdmin, type TestAdmin } from '../../../test-kit/test-admin.ts';
import { openTestReceiver } from '../../../test-kit/test-receiver.ts';

let admin: TestAdmin;
beforeAll(async () => {
  admin = await openTestAdmin();
});
afterAll(() => admin.close());

/** What a command prints, and the status it ends with. */
async function run(...words: string[]) {
  let status = 0;
  const told = await parseCommand(['guard', ...words])(
    testCommandIo({
      ask: askBy(admin.send),
      endWith: (ended) => {
        status = ended;
      },
    }),
  );
  return { told, status };
}

const ORIGIN = 'http://localhost:3000';
const [one, two, three] = [digestOf('one'), digestOf('two'), digestOf('three')];
type Item = readonly [kind: string, place: string, print: string];

/** What shoppers' pages have reported. */
async function reported(page: string, ...items: readonly Item[]): Promise<void> {
  const reports = pageReports();
  reports.take({ key: 'pk_sandbox_demo', page, items }, ORIGIN);
  await reports.write(admin.context);
}

/** The page's number and its items as JSON. */
async function shown(name: string) {
  const pages: { id: number; name: string }[] = JSON.parse((await run('--json')).told);
  const id = String(pages.find((page) => page.name === name)?.id);
  const { items }: { items: { id: number; place: string; print: string; approved_at: string | null }[] } =
    JSON.parse((await run('show', id, '--json')).told);
  return { id, items };
}

test('guard lists pages and alarms, shows what is on one, approves it with a reason, and the audit log keeps that', async () => {
  expect((await run()).told).toBe('No page is guarded: docs/page-guard.md says how one is');
  expect(await run('alarms')).toEqual({ told: 'No alarm is open', status: 0 });
  await reported(
    '/checkout',
    ['script', `${ORIGIN}/app.js`, one],
    ['script', 'https://cdn.example/t.js', ''],
  );
  expect((await run()).told).toMatch(
    /http:\/\/localhost:3000 {2}\/checkout +1 +20\S+ +not wanted +2 of 2 +1/,
  );
  const alarms = await run('alarms');
  expect(alarms.status).toBe(1);
  expect(alarms.told).toMatch(/^PAGE {2}page \d+: .*\n {2}script {2}http\S+app\.js {2}\(seen by the page\)/);
  const { id, items } = await shown('/checkout');
  const numbers = `${items[0]?.id}-${items[1]?.id}`;
  expect((await run('show', id)).told).toContain(`guard approve ${id} --items ${numbers} --reason <text>`);
  const approved = await run('approve', id, '--items', numbers, '--reason', 'our release 41');
  expect(approved.told).toBe(`Approved 2 on page ${id}; 0 wait`);
  expect((await run('show', id)).told).toMatch(
    /cdn\.example\/t\.js +our release 41\n\nAll of it is approved$/,
  );
  expect(await run('alarms')).toEqual({ told: 'No alarm is open', status: 0 });
  const { entries } = await admin.call('GET', '/api/audit');
  expect(entries[0]).toMatchObject({
    act: 'page-items.approved',
    subject: `page ${ORIGIN} /checkout`,
    details: { reason: 'our release 41', count: 2 },
  });
});

test('S106: what is reported after the operator has looked is not approved along, nor is its place', async () => {
  await reported('/raced', ['script', `${ORIGIN}/pay.js`, one], ['script', `${ORIGIN}/odd.js`, one]);
  const { id, items } = await shown('/raced');
  const seen = items.map((item) => item.id);
  await reported(
    '/raced',
    ['script', `${ORIGIN}/pay.js`, two],
    ['script', 'https://evil.example/skim.js', ''],
  );
  await run('approve', id, '--items', `${Math.min(...seen)}-${Math.max(...seen)}`, '--reason', 'as I saw it');
  const waiting = (await shown('/raced')).items.filter((item) => item.approved_at === null);
  expect(waiting.map(({ place, print }) => `${place} ${print}`).toSorted()).toEqual(
    [`${ORIGIN}/pay.js ${two}`, 'https://evil.example/skim.js '].toSorted(),
  );
  // Neither is the place's whatever it holds: the next thing there is an alarm of its own.
  await run('close-alarms', id);
  await reported('/raced', ['script', `${ORIGIN}/pay.js`, three]);
  expect((await run('alarms')).told).toContain(`CHANGED  page ${id}`);
  await run('approve', id, '--items', '1-999999999', '--reason', 'all of them', '--of-place');
  await reported('/raced', ['script', `${ORIGIN}/pay.js`, digestOf('four')]);
  expect(await run('alarms')).toEqual({ told: 'No alarm is open', status: 0 });
});

test('guard export writes a signed inventory to a new file, and over none that is there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'inventory-'));
  const file = join(folder, 'checkout.jws');
  const { id } = await shown('/checkout');
  expect((await run('export', id, file)).told).toContain(`Wrote ${file}: signed`);
  const [jwk] = admin.context.keys.accessToken.published();
  const { payload } = await compactVerify(
    readFileSync(file, 'utf8').trim(),
    await importJWK(jwk ?? {}, 'ES256'),
  );
  const inventory = JSON.parse(new TextDecoder().decode(payload));
  expect(inventory).toMatchObject({ page: { name: '/checkout' }, items: [{}, {}] });
  expect(inventory.items[0].reason).toBe('our release 41');
  await expect(run('export', id, file)).rejects.toThrow('it exists, name a new one');
  rmSync(folder, { recursive: true });
});

test('guard sets visits and the receiver of alarms, and forgets', async () => {
  const receiver = await openTestReceiver();
  expect((await run('receiver', receiver.url)).told).toBe(`Alarms are sent to ${receiver.url}`);
  expect((await run()).told).toContain(`Alarms are sent to ${receiver.url}`);
  expect((await run('receiver', 'none')).told).toBe('Alarms are sent nowhere');
  await expect(run('visit', 'https://evil.example/')).rejects.toThrow('wanted one of a registered origin');
  await run('visit', `${ORIGIN}/seen`, '--name', 'seen');
  expect((await run()).told).toMatch(/seen +0 +never +not yet/);
  const { id, items } = await shown('/checkout');
  expect((await run('forget', id, '--item', `${items[0]?.id}`)).told).toContain('Forgot item');
  expect((await shown('/checkout')).items).toHaveLength(1);
  await run('forget', id);
  await expect(run('show', id)).rejects.toThrow('none has this id');
  await receiver.close();
});

test.each([
  [['approve', '1', '--items', '1'], "required option '--reason <text>' not specified"],
  [['approve', '1', '--reason', 'ours'], "required option '--items <numbers>' not specified"],
  [['approve', '1', '--items', '9-3', '--reason', 'ours'], 'Expected numbers of items'],
  [['approve', '1', '--items', 'all', '--reason', 'ours'], 'Expected numbers of items'],
  [['show', 'checkout'], 'Expected a whole number above 0'],
])('guard refuses %j', (words, expected) => {
  expect(() => parseCommand(['guard', ...words])).toThrow(UsageError);
  expect(() => parseCommand(['guard', ...words])).toThrow(expected);
});
