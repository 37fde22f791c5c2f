import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AuditAnswer, AuditVerdictAnswer } from '../../../../contract/admin/audit.ts';
import { actMac } from '../../../base/audit/audit-chain.ts';
import { systemClock } from '../../../base/clock.ts';
import { scheduledJobs } from '../../../main/scheduled-jobs.ts';
import { auditHead, auditIntake, auditLog } from '../../../tables/audit.ts';
import { openTestAdmin, type TestAdmin } from '../../../test-kit/test-admin.ts';
import { refusal } from '../../../test-kit/test-client.ts';

let admin: TestAdmin;
beforeAll(async () => {
  admin = await openTestAdmin();
});
afterAll(() => admin.close());
beforeEach(async () => {
  const { db } = admin.context;
  for (const table of [auditIntake, auditLog, auditHead]) await db.delete(table);
});

const entries = async (query = '') =>
  AuditAnswer.parse(await admin.call('GET', `/api/audit${query}`)).entries;
const verdict = async (query = '') =>
  AuditVerdictAnswer.parse(await admin.call('GET', `/api/audit/verify${query}`)).verdict;
const chainBreak = async () => (await verdict()).broken;
const advance = () => admin.call('POST', '/api/clock', { advance_seconds: 1 });
/** Somebody with SQL access. */
const tamper = (statement: string) => admin.context.db.execute(sql.raw(statement));

async function threeActs() {
  for (let count = 0; count < 3; count += 1) await advance();
  expect((await entries()).map(({ seq }) => seq)).toEqual([3, 2, 1]);
}

describe('the audit log', () => {
  test('names who did what to which account and key, and no secret', async () => {
    const shop = { name: 'Tea house', origins: ['https://tea.example'] };
    const { account, secret_key } = await admin.call('POST', '/api/accounts', shop);
    const id = account.account_id;
    const added = await admin.call('POST', `/api/accounts/${id}/secret-keys`);
    await admin.call('DELETE', `/api/accounts/${id}/secret-keys/${added.secret_key_id}`);
    const { webhook_secret } = await admin.call('POST', `/api/accounts/${id}/webhook-secret`);
    const merchantId = account.merchants[0].merchant_id;
    await admin.call('PATCH', `/api/merchants/${merchantId}`, { multiCapture: true });
    const listed = await entries(`?account_id=${id}`);
    expect(listed.map(({ act, subject }) => [act, subject]).toReversed()).toEqual([
      ['account.created', null],
      ['secret-key.created', `secret key ${added.secret_key_id}`],
      ['secret-key.revoked', `secret key ${added.secret_key_id}`],
      ['webhook-secret.rotated', null],
      ['merchant.changed', `merchant ${merchantId}`],
    ]);
    expect(listed[0]).toMatchObject({
      actor: 'admin-token',
      actor_id: null,
      details: { multiCapture: true },
    });
    const actsText = JSON.stringify(listed);
    const secrets = [secret_key, added.secret_key, webhook_secret, 'it_sandbox_test'];
    expect(secrets.filter((secret) => actsText.includes(secret))).toEqual([]);
  });

  test('tells what the inspector’s page did from what programs did', async () => {
    const page = { Origin: 'http://127.0.0.1:4002', 'Sec-Fetch-Site': 'same-origin' };
    await admin.send('/api/faults', { method: 'DELETE', headers: page });
    await admin.send('/api/faults', { method: 'DELETE' });
    expect((await entries()).map(({ actor_id }) => actor_id)).toEqual([null, 'inspector']);
  });

  test('leaves out what was refused, and what was undone', async () => {
    expect((await admin.send('/api/clock', { method: 'POST', body: { advance_seconds: -1 } })).status).toBe(
      400,
    );
    expect((await admin.send('/api/accounts/999/secret-keys', { method: 'POST' })).status).toBe(404);
    expect(await entries()).toEqual([]);
  });

  test('goes on through a reset, which is in it', async () => {
    await threeActs();
    await admin.call('POST', '/api/reset');
    await advance();
    expect((await entries()).map(({ act }) => act).slice(0, 2)).toEqual(['clock.advanced', 'store.reset']);
    expect(await verdict()).toMatchObject({ broken: null, head: { seq: 5 }, waiting: 0 });
  });

  test('is read a page at a time', async () => {
    for (let count = 0; count < 51; count += 1) await advance();
    const first = AuditAnswer.parse(await admin.call('GET', '/api/audit'));
    expect([first.entries.length, first.next]).toEqual([50, 2]);
    expect((await entries(`?before=${first.next}`)).map(({ seq }) => seq)).toEqual([1]);
    expect(await refusal(admin.send('/api/audit?before=0'))).toEqual([400, 'parameter_invalid', 'before']);
  });

  test('is chained by the work that time makes due, by several processes at once', async () => {
    await Promise.all(Array.from({ length: 20 }, advance));
    expect((await verdict()).head.seq).toBe(20);
    await advance();
    const work = scheduledJobs.find(({ name }) => name === 'seal the audit log');
    await Promise.all(Array.from({ length: 4 }, () => work?.run(admin.context)));
    expect(await admin.context.db.$count(auditIntake)).toBe(0);
    expect((await entries()).map(({ seq }) => seq)).toEqual(Array.from({ length: 21 }, (_, n) => 21 - n));
    expect(await chainBreak()).toBeNull();
  });
});

describe('S49: verification names the row', () => {
  test.each([
    ['that was edited', "update audit_log set act = 'clock.kept' where seq = 2", 'row_changed', 2],
    [
      'whose address was edited',
      "update audit_log set address = '192.0.2.1' where seq = 1",
      'row_changed',
      1,
    ],
    ['that was deleted', 'delete from audit_log where seq = 2', 'row_missing', 2],
    ['that was deleted at the start', 'delete from audit_log where seq = 1', 'row_missing', 1],
    ['that was cut off the end', 'delete from audit_log where seq = 3', 'row_missing', 3],
    [
      'that changed places',
      'update audit_log set seq = -seq; update audit_log set seq = case seq when -1 then 2 when -2 then 1 else 3 end',
      'link_changed',
      1,
    ],
    [
      'that was copied to the end',
      "insert into audit_log select 4, id || 'x', at, actor, actor_id, address, act, account_id, subject, details, mac, hash from audit_log where seq = 3",
      'beyond_head',
      4,
    ],
    [
      'after which all was cut off, the head set back',
      'delete from audit_log where seq > 1; update audit_head set seq = 1, hash = (select hash from audit_log where seq = 1)',
      'head_changed',
      1,
    ],
    ['whose time is none', "update audit_log set at = 'infinity' where seq = 2", 'row_changed', 2],
    ['when the head is gone', 'delete from audit_head', 'head_missing', 1],
  ])('%s', async (_, statements, reason, seq) => {
    await threeActs();
    expect(await chainBreak()).toBeNull();
    for (const statement of statements.split('; ')) await tamper(statement);
    expect(await chainBreak()).toEqual({ seq, reason });
  });

  test('by a head noted outside, when an old state of everything was put back', async () => {
    await threeActs();
    const { head } = await verdict();
    for (const table of ['audit_log', 'audit_head']) await tamper(`delete from ${table}`);
    expect(await chainBreak()).toBeNull();
    expect((await verdict(`?seq=${head.seq}&hash=${head.hash}`)).broken).toEqual({
      seq: 1,
      reason: 'row_missing',
    });
    await threeActs();
    expect((await verdict(`?seq=${head.seq}&hash=${head.hash}`)).broken).toEqual({
      seq: 3,
      reason: 'not_as_noted',
    });
  });

  test('and what was cut off is not covered up by the next act', async () => {
    await threeActs();
    await tamper('delete from audit_log where seq = 3');
    await tamper('update audit_head set seq = 2, hash = (select hash from audit_log where seq = 2)');
    await advance();
    expect(await verdict()).toMatchObject({ broken: { seq: 2, reason: 'head_changed' }, waiting: 1 });
  });
});

describe('S49: acts that wait for their place', () => {
  const COPY = `id, at, actor, actor_id, address, act, account_id, subject, details, mac`;
  const seal = () => scheduledJobs.find(({ name }) => name === 'seal the audit log')?.run(admin.context);

  test('get it beside a copy of one that has its place, which verification counts', async () => {
    await threeActs();
    await tamper(`insert into audit_intake (${COPY}) select ${COPY} from audit_log where seq = 2`);
    await advance();
    await seal();
    await seal();
    expect(admin.logged().match(/"count":1,"msg":"acts were not chained/g)).toHaveLength(1);
    await tamper('delete from audit_intake where id not in (select id from audit_log)');
    expect((await entries()).map(({ seq }) => seq)).toEqual([4, 3, 2, 1]);
    expect(await verdict()).toMatchObject({ broken: null, head: { seq: 4 }, waiting: 1, unsealed: 1 });
  });

  test.each([["at = 'infinity'"], ["mac = 'short'"], ["details = '{'"]])(
    'get it beside one that was edited, %s, which verification counts',
    async (edit) => {
      await advance();
      await tamper(`update audit_intake set ${edit}`);
      await threeActs();
      expect(await verdict()).toMatchObject({ broken: null, head: { seq: 3 }, waiting: 1, unsealed: 1 });
    },
  );

  test('get it behind a thousand that nobody did, which verification counts', async () => {
    await advance();
    await tamper("update audit_intake set act = 'clock.kept', at = at + interval '1 year'");
    const forged = COPY.replace('id, at', "id || n, at + interval '1 year'");
    await tamper(
      `insert into audit_intake (${COPY}) select ${forged} from audit_intake, generate_series(2, 1000) n`,
    );
    await threeActs();
    expect(await verdict()).toMatchObject({ broken: null, head: { seq: 3 }, waiting: 1000, unsealed: 1000 });
  });

  test('are counted by verification after half a minute, whatever keeps the chain from growing', async () => {
    await threeActs();
    await tamper('update audit_head set seq = 4');
    await advance();
    expect(await verdict()).toMatchObject({ waiting: 1, unsealed: 0 });
    await tamper('delete from audit_intake');
    const { context } = admin;
    const act = {
      id: 'earlier',
      at: new Date(systemClock.now().getTime() - 31_000),
      actor: 'admin-token',
      actorId: null,
      address: null,
      act: 'clock.advanced',
      accountId: null,
      subject: null,
      details: '{}',
    } as const;
    await context.db.insert(auditIntake).values({ ...act, mac: actMac(context, act) });
    expect(await verdict()).toMatchObject({ waiting: 1, unsealed: 1 });
  });
});
