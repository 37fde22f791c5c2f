import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asc, eq } from 'drizzle-orm';
import { compactDecrypt } from 'jose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { VaultCard, VaultImportAnswer } from '../../../contract/admin/vault.ts';
import { ErrorBody } from '../../../contract/error-body.ts';
import { cards } from '../../tables/cards.ts';
import { cardTokens } from '../../tables/payments.ts';
import { users } from '../../tables/sessions.ts';
import { vaultImports } from '../../tables/vault-imports.ts';
import { openTestAdmin, type TestAdmin } from '../../test-kit/test-admin.ts';
import { spellings } from '../../test-kit/test-canary.ts';
import { custodianId, transferKey } from './transfer-key.ts';
import { contentBytes, headerOf, lineDigest, openLine, sealLine } from './vault-line.ts';

const VISA = '4242424242424242';
const OTHER_VISA = '4111111111111111';
const SALE = { method: 'SALE', amount: '5.00', currency: 'EUR', merchant_id: '1001' };

const secrets = [randomBytes(32), randomBytes(32), randomBytes(32)] as const;
const [one, other, third] = secrets.map((secret) => secret.toString('base64')) as [string, string, string];
const vaultCustodians = [custodianId(secrets[0]), custodianId(secrets[1])];

const hasPython = spawnSync('python3', ['-c', 'import cryptography']).status === 0;
const READER = /```python\n([\s\S]*?)```/.exec(readFileSync('docs/vault.md', 'utf8'))?.[1] ?? '';

let from: TestAdmin;
let to: TestAdmin;
beforeEach(async () => {
  from = await openTestAdmin({ vaultCustodians });
  to = await openTestAdmin({ vaultCustodians });
});
afterEach(async () => {
  await from.close();
  await to.close();
});

/** A program of a document, run on files of these names. */
function readByPython(files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'vault-reader-'));
  for (const [name, text] of Object.entries({ ...files, 'read_vault.py': READER }))
    writeFileSync(join(folder, name), text);
  const read = spawnSync('python3', ['read_vault.py', ...Object.keys(files)], {
    cwd: folder,
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true });
  return read;
}

type Wallet = Awaited<ReturnType<TestAdmin['openWallet']>>;

/** A card that a first billing saved. */
async function save(admin: TestAdmin, wallet: Wallet, number: string): Promise<string> {
  const ccToken = await wallet.token(number, 'keep-on-success');
  const { operation } = await admin.bill({ ...SALE, ccToken });
  expect(operation.status).toBe('SUCCESS');
  return ccToken;
}

const ask = (admin: TestAdmin, path: 'export' | 'import', body: object, headers = {}) =>
  admin.send(`/api/vault/${path}`, {
    method: 'POST',
    body: { account_id: admin.accountId, keys: [one, other], ...body },
    headers,
  });

async function exported(admin: TestAdmin, after?: string): Promise<string[]> {
  const answer = await ask(admin, 'export', { after });
  const text = await answer.text();
  expect(answer.status, text).toBe(200);
  expect(text.endsWith('\n')).toBe(true);
  return text.trimEnd().split('\n');
}

async function imported(admin: TestAdmin, lines: readonly string[]) {
  const answer = await ask(admin, 'import', { lines });
  const text = await answer.text();
  expect(answer.status, text).toBe(200);
  return VaultImportAnswer.parse(JSON.parse(text));
}

async function refusal(answered: Promise<Response>): Promise<readonly [number, string]> {
  const answer = await answered;
  return [answer.status, ErrorBody.parse(await answer.json()).error.code];
}

const cardsOf = (admin: TestAdmin) => admin.context.db.select().from(cards).orderBy(asc(cards.id));
const externalIdOf = async (admin: TestAdmin, wallet: Wallet) => {
  const [user] = await admin.context.db.select().from(users).where(eq(users.id, wallet.userId));
  return user?.externalId ?? '';
};
const acts = async (admin: TestAdmin) => {
  const { entries } = await admin.call('GET', '/api/audit');
  return entries.filter(({ act }: { act: string }) => act.startsWith('vault.'));
};

/** Lines that the two custodians seal themselves: of a vault of another make. */
async function sealed(contents: readonly object[], number = VISA): Promise<string[]> {
  const key = await transferKey(vaultCustodians, [one, other]);
  const file = crypto.randomUUID();
  const lines: string[] = [];
  for (const [index, content] of contents.entries()) {
    const last = lines.at(-1);
    const place = {
      file,
      line: index + 1,
      ...(last !== undefined && { prev: lineDigest(last).toString('base64url') }),
      ...('end' in content && { end: true as const }),
    };
    const bytes = contentBytes(content, 'card' in content ? Buffer.from(number) : undefined);
    lines.push(await sealLine(key, place, bytes));
  }
  return lines;
}

const source = { account_id: 7, card_id: 1 };
const begin = {
  begin: { format: 1, service: 'https://vault.example', begun_at: '2030-01-01T00:00:00.000Z' },
  source,
};
const end = { end: { cards: 1, skipped: 0 }, source };
const foreignCard = (tokens: readonly string[], change: object = {}, userId = 'shopper-1') => ({
  card: {
    id: 77,
    status: 'listed',
    brand: 'VI',
    exp_month: 12,
    exp_year: 2040,
    holder_name: 'A Shopper',
    is_default: true,
    created_at: '2029-01-01T00:00:00.000Z',
    listed_at: '2029-01-01T00:00:00.000Z',
    ...change,
  },
  user: { external_id: userId, metadata: { tier: 'gold' } },
  tokens: tokens.map((cc_token) => ({
    cc_token,
    brand: 'VI',
    requires_user: false,
    created_at: '2029-01-01T00:00:00.000Z',
  })),
  source,
});

describe('a vault that is left', () => {
  test('old tokens bill in the new place, with the user, the list, the ids and the default as they were', async () => {
    const wallet = await from.openWallet('user');
    const tokens = [await save(from, wallet, VISA), await save(from, wallet, OTHER_VISA)];
    // Replaces the first in the list; the token of each goes on.
    tokens.push(await save(from, wallet, VISA));
    const guest = await from.openWallet('guest');
    await save(from, guest, VISA);
    const unspent = await wallet.token(VISA);
    const lines = await exported(from);
    expect(lines).toHaveLength(5);
    await imported(to, lines.slice(0, 1));
    expect(await imported(to, lines.slice(1))).toMatchObject({
      is_finished: true,
      added: 3,
      kept: 0,
      refused: 0,
      next_line: 6,
    });
    const externalID = await externalIdOf(from, wallet);
    for (const ccToken of tokens) {
      const { operation, card } = await to.bill({ ...SALE, ccToken, externalID });
      expect(operation.status).toBe('SUCCESS');
      expect(ccToken === tokens[1] ? card.last4 : '4242').toBe(card.last4);
      await expect(to.bill({ ...SALE, ccToken, externalID: 'somebody-else' })).rejects.toMatchObject({
        code: 'token_invalid',
      });
    }
    await expect(to.bill({ ...SALE, ccToken: unspent })).rejects.toMatchObject({ code: 'token_invalid' });
    const shown = (rows: Awaited<ReturnType<typeof cardsOf>>) =>
      rows
        .filter(({ status }) => status === 'listed' || status === 'replaced')
        .map(({ id, publicId, last4, isDefault, status, expMonth, expYear, holderName, createdAt }) =>
          [
            publicId ?? id,
            last4,
            isDefault,
            status,
            expMonth,
            expYear,
            holderName,
            createdAt.getTime(),
          ].join(),
        )
        .sort();
    const users1 = (await cardsOf(from)).filter(({ userId }) => userId === wallet.userId);
    expect(shown(await cardsOf(to))).toEqual(shown(users1));
  });

  test('an export that was cut goes on after its last line, and an import where it stopped; no card is lost or doubled', async () => {
    const wallet = await from.openWallet('user');
    const tokens = [await save(from, wallet, VISA), await save(from, wallet, OTHER_VISA)];
    const whole = await exported(from);
    for (const cut of [1, 2, 3]) {
      const first = (await exported(from)).slice(0, cut);
      const file = [...first, ...(await exported(from, first.at(-1)))];
      expect(file).toHaveLength(whole.length);
      expect(new Set(file.map((line) => headerOf(line).file)).size).toBe(1);
    }
    expect(await refusal(ask(from, 'export', { after: whole.at(-1) }))).toEqual([409, 'vault_file_refused']);
    const asks = async () => (await imported(to, whole.slice(0, 1))).next_line;
    expect(await asks()).toBe(2);
    await imported(to, whole.slice(1, 2));
    expect(await asks()).toBe(3);
    // What a client sends again, whose answer was lost.
    expect(await refusal(ask(to, 'import', { lines: whole.slice(1, 2) }))).toEqual([
      409,
      'vault_file_refused',
    ]);
    await imported(to, whole.slice(2));
    expect(await imported(to, whole.slice(0, 1))).toMatchObject({
      is_finished: true,
      added: 2,
      next_line: 5,
    });
    expect(await cardsOf(to)).toHaveLength(2);
    for (const ccToken of tokens) await to.bill({ ...SALE, ccToken });
  });

  test('both places keep who moved what, under whose keys, and no secret', async () => {
    await save(from, await from.openWallet('user'), VISA);
    const lines = await exported(from);
    await imported(to, lines);
    const { file } = headerOf(lines[0] ?? '');
    expect(await acts(from)).toMatchObject([
      { act: 'vault.exported', subject: `file ${file}`, details: { cards: 1, custodians: vaultCustodians } },
      { act: 'vault.export-begun', subject: `file ${file}`, details: { from_line: 1 } },
    ]);
    expect(await acts(to)).toMatchObject([
      { act: 'vault.imported', subject: `file ${file}`, details: { added: 1, kept: 0, refused: 0 } },
      { act: 'vault.import-begun', details: { from: { account_id: from.accountId } } },
    ]);
    const told = from.logged() + to.logged() + JSON.stringify([await acts(from), await acts(to)]);
    for (const secret of [VISA, one, other]) expect(told.includes(secret), secret).toBe(false);
    expect((await from.call('GET', '/api/audit/verify')).verdict.broken).toBeNull();
  });

  test('the number is wiped from what was sealed and what was opened', async () => {
    const key = await transferKey(vaultCustodians, [one, other]);
    const bytes = contentBytes(foreignCard([]), Buffer.from(VISA));
    const line = await sealLine(key, { file: crypto.randomUUID(), line: 1 }, bytes);
    expect(bytes.every((byte) => byte === 0)).toBe(true);
    const { content, number } = await openLine(key, line);
    expect(Buffer.from(number ?? []).toString()).toBe(VISA);
    expect(JSON.stringify(content)).not.toContain('4242');
  });
});

describe('S101: who may move the vault', () => {
  test('S101: nobody with the admin token alone, one custodian with a key of his own, or one key twice', async () => {
    await save(from, await from.openWallet('user'), VISA);
    const lines = await exported(from);
    for (const keys of [
      [one, one],
      [other, other],
      [one, third],
      [third, other],
      [third, third],
      [one, ''],
      ['', ''],
    ]) {
      for (const path of ['export', 'import'] as const)
        expect(
          await refusal(ask(from, path, { keys, lines: path === 'import' ? lines : undefined })),
        ).toEqual([403, 'custodians_required']);
    }
    const nobodys = await openTestAdmin();
    expect(await refusal(ask(nobodys, 'export', {}))).toEqual([403, 'custodians_required']);
    expect(await refusal(ask(nobodys, 'import', { lines }))).toEqual([403, 'custodians_required']);
    expect(await acts(nobodys)).toEqual([]);
    await nobodys.close();
    expect(await acts(from)).toHaveLength(2);
  });

  test('S101: no web page, not even the inspector', async () => {
    for (const path of ['export', 'import'] as const)
      expect(await refusal(ask(from, path, { lines: ['x'] }, { 'Sec-Fetch-Site': 'same-origin' }))).toEqual([
        403,
        'inspector_forbidden',
      ]);
  });
});

describe('S102: a stolen file', () => {
  test.skipIf(!hasPython)(
    "docs/vault.md's reader of another make reads every card, and stops where a line is missing",
    async () => {
      const wallet = await from.openWallet('user');
      const tokens = [await save(from, wallet, VISA), await save(from, wallet, OTHER_VISA)];
      const lines = await exported(from);
      const read = (text: string) =>
        readByPython({ 'cards.jwe': text, 'anna.key': one, 'ben.key': `${other}\n` });
      const cards = read(`${lines.join('\n')}\n`)
        .stdout.trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(cards.map(({ number }) => number).sort()).toEqual([OTHER_VISA, VISA]);
      expect(
        cards.flatMap((card) => VaultCard.parse(card).tokens.map(({ cc_token }) => cc_token)).sort(),
      ).toEqual(tokens.toSorted());
      const [first, second, third, last] = lines;
      for (const cut of [
        [first, second, third],
        [first, third, last],
        [first, third, second, last],
        [first, second, second],
      ])
        expect(read(cut.join('\n')).status, cut.join()).not.toBe(0);
    },
  );

  test('S102: says how many cards it has, and neither key alone opens a line', async () => {
    const wallet = await from.openWallet('user');
    const ccToken = await save(from, wallet, VISA);
    const lines = await exported(from);
    const decoded = lines.flatMap((line) => line.split('.').map((part) => Buffer.from(part, 'base64url')));
    const everything = Buffer.concat([Buffer.from(lines.join('\n')), ...decoded]).toString('latin1');
    for (const secret of [VISA, ccToken, await externalIdOf(from, wallet), 'A Shopper'])
      for (const spelling of spellings(secret)) expect(everything.includes(spelling), spelling).toBe(false);
    for (const secret of secrets)
      for (const line of lines)
        await expect(compactDecrypt(line, secret)).rejects.toThrow('decryption operation failed');
    expect(Object.keys(headerOf(lines[1] ?? '')).sort()).toEqual([
      'alg',
      'enc',
      'file',
      'kid',
      'line',
      'prev',
    ]);
  });
});

describe('S103: a file that is not what was exported', () => {
  test('S103: cut, reordered, doubled, changed or mixed with another, it is refused, and leaves no card of the refused lines', async () => {
    const wallet = await from.openWallet('user');
    for (const number of [VISA, OTHER_VISA]) await save(from, wallet, number);
    const [first = '', ...rest] = await exported(from);
    const [begun = '', ...others] = await exported(from);
    const [card = '', second = '', last = ''] = rest;
    const changed = `${card.slice(0, -30)}${card.at(-30) === 'A' ? 'B' : 'A'}${card.slice(-29)}`;
    const ofOtherKey = await foreignLine(card);
    const forged: readonly (readonly string[])[] = [
      [second],
      [second, card],
      [card, card],
      [card, last],
      [last],
      [changed],
      [ofOtherKey],
      [others[0] ?? ''],
      [first, card],
      [begun, card],
      ['x.y.z'],
      [''],
    ];
    await imported(to, [first]);
    for (const lines of forged) {
      expect(await refusal(ask(to, 'import', { lines })), lines.join()).toEqual([409, 'vault_file_refused']);
      expect(await cardsOf(to)).toEqual([]);
    }
    expect(await imported(to, [first])).toMatchObject({ next_line: 2, added: 0 });
    // Two exports went on from one line: what one wrote does not follow what the other did.
    const [, strange = ''] = await exported(from, first);
    expect(headerOf(strange)).toMatchObject({ file: headerOf(first).file, line: 3 });
    expect(await refusal(ask(to, 'import', { lines: [card, strange] }))).toEqual([409, 'vault_file_refused']);
    expect(await cardsOf(to)).toEqual([]);
    // Cut before its end, it is not finished, and nothing says that it was imported.
    expect(await imported(to, [card, second])).toMatchObject({ is_finished: false });
    expect((await acts(to)).map(({ act }: { act: string }) => act)).toEqual(['vault.import-begun']);
    expect(await imported(to, [last])).toMatchObject({ is_finished: true, added: 2 });
    expect(await refusal(ask(to, 'import', { lines: [last] }))).toEqual([409, 'vault_file_refused']);
  });

  test('S103: an export goes on only with a line of its own account', async () => {
    const lines = await exported(from);
    const { accountId } = await from.otherShop(2001);
    expect(await refusal(ask(from, 'export', { account_id: accountId, after: lines[0] }))).toEqual([
      409,
      'vault_file_refused',
    ]);
    expect(await refusal(ask(from, 'export', { after: 'x.y.z' }))).toEqual([409, 'vault_file_refused']);
    expect(await refusal(ask(from, 'export', { account_id: 999 }))).toEqual([404, 'not_found']);
  });

  test('S103: a line whose number does not stand first, or twice, is refused before a text is made of it', async () => {
    const key = await transferKey(vaultCustodians, [one, other]);
    const [first = ''] = await sealed([begin]);
    const { file } = headerOf(first);
    await imported(to, [first]);
    const card = JSON.stringify(foreignCard([]));
    const withChange = (change: object) =>
      `{"number":"${VISA}",${JSON.stringify({ ...foreignCard([]), ...change }).slice(1)}`;
    const user = foreignCard([]).user;
    for (const text of [
      withChange({ user: { ...user, metadata: { a: '\0' } } }),
      withChange({ user: { ...user, metadata: { a: 'x'.repeat(20_000) } } }),
      withChange({ card: { ...foreignCard([]).card, holder_name: '\0' } }),
      withChange({ card: { ...foreignCard([]).card, id: 3_000_000_000 } }),
      withChange({ tokens: foreignCard(['tok_sandbox_4242424242424242']).tokens }),
      withChange({ tokens: foreignCard(['short']).tokens }),
      `${card.slice(0, -1)},"number":"${VISA}"}`,
      `{"number":"${VISA}","number":"${OTHER_VISA}",${card.slice(1)}`,
      `{"number":"${VISA} ",${card.slice(1)}`,
      `{"number":"4242424242424242x",${card.slice(1)}`,
      `{"number":"${VISA}","cvv":"123",${card.slice(1)}`,
      '{"number":"',
      'null',
    ]) {
      const place = { file, line: 2, prev: lineDigest(first).toString('base64url') };
      const line = await sealLine(key, place, Buffer.from(text));
      expect(await refusal(ask(to, 'import', { lines: [line] })), text).toEqual([409, 'vault_file_refused']);
    }
    expect(to.logged()).not.toContain(VISA);
  });
});

/** The line, sealed by another pair of custodians in its very place. */
async function foreignLine(line: string): Promise<string> {
  const { kid: _, alg: __, enc: ___, ...place } = headerOf(line);
  const key = await transferKey([custodianId(secrets[1]), custodianId(secrets[2])], [other, third]);
  return sealLine(key, place, contentBytes(foreignCard([]), Buffer.from(VISA)));
}

describe('S104: a file that comes where such users, cards or tokens are', () => {
  const token = 'token-of-another-vault-1';
  const importAll = async (contents: readonly object[], number?: string) =>
    imported(to, await sealed([begin, ...contents, end], number));

  test('S104: the same cards again stay as they are, also those that their user has removed', async () => {
    const wallet = await from.openWallet('user');
    await save(from, wallet, VISA);
    await imported(to, await exported(from));
    const before = await cardsOf(to);
    await to.context.db.update(cards).set({ status: 'removed', removedAt: new Date() });
    expect(await imported(to, await exported(from))).toMatchObject({ added: 0, kept: 1, refused: 0 });
    expect((await cardsOf(to)).map(({ id, status }) => [id, status])).toEqual([[before[0]?.id, 'removed']]);
    // Without a token, too.
    await to.context.db.delete(cardTokens);
    await from.context.db.update(cardTokens).set({ expiresAt: new Date() });
    expect(await imported(to, await exported(from))).toMatchObject({ added: 0, kept: 1 });
    expect(await cardsOf(to)).toHaveLength(1);
  });

  test('S104: a token that another card has here is refused, and bills that card as before', async () => {
    await importAll([foreignCard([token, token])]);
    const { card } = await to.bill({ ...SALE, ccToken: token, externalID: 'shopper-1' });
    const thieves = [
      [foreignCard([token], {}, 'thief')],
      [foreignCard([token, 'token-of-another-vault-2'], {}, 'thief')],
    ];
    for (const contents of thieves)
      expect(await importAll(contents)).toMatchObject({
        added: 0,
        refused: 1,
        refusals: [{ line: 2, reason: 'token_taken' }],
      });
    expect(await importAll([foreignCard([token])], OTHER_VISA)).toMatchObject({ refused: 1, added: 0 });
    const again = await to.bill({ ...SALE, ccToken: token, externalID: 'shopper-1' });
    expect(again.card.id).toBe(card.id);
  });

  test('S104: a listed card that looks the same keeps its place and its id, and both bill', async () => {
    const wallet = await to.openWallet('user');
    const own = await save(to, wallet, VISA);
    const externalId = await externalIdOf(to, wallet);
    expect(await importAll([foreignCard([token], {}, externalId)])).toMatchObject({ added: 1 });
    const rows = await cardsOf(to);
    const [listed] = rows.filter(({ status }) => status === 'listed');
    expect(rows.map(({ status }) => status).sort()).toEqual(['listed', 'replaced']);
    expect(rows.find(({ status }) => status === 'replaced')?.publicId).toBe(listed?.id);
    for (const ccToken of [own, token]) await to.bill({ ...SALE, ccToken, externalID: externalId });
    // The user is left as it is.
    const [user] = await to.context.db.select().from(users).where(eq(users.externalId, externalId));
    expect(user?.metadata).toEqual({});
  });

  test('S104: whom an operator has ended stays ended: an older file brings no token back', async () => {
    const contents = [foreignCard([token])];
    await importAll(contents);
    const sale = { ...SALE, ccToken: token, externalID: 'shopper-1' };
    expect((await to.bill(sale)).operation.status).toBe('SUCCESS');
    await to.call('POST', '/api/users/revoke', { account_id: to.accountId, external_id: 'shopper-1' });
    await expect(to.bill(sale)).rejects.toMatchObject({ code: 'token_invalid' });
    expect(await importAll(contents)).toMatchObject({ kept: 1 });
    await expect(to.bill(sale)).rejects.toMatchObject({ code: 'token_invalid' });
  });

  test('S104: numbers that no card has, that may be real, and names that are numbers are refused by line', async () => {
    const refusedAs = async (number: string, change = {}) =>
      (await importAll([foreignCard([token], change)], number)).refusals;
    expect(await refusedAs('4242424242424241')).toEqual([{ line: 2, reason: 'number_invalid' }]);
    expect(await refusedAs('5555555555554444')).toEqual([{ line: 2, reason: 'number_invalid' }]);
    expect(await refusedAs('424242424242')).toEqual([{ line: 2, reason: 'number_invalid' }]);
    expect(await refusedAs(VISA, { holder_name: VISA })).toEqual([
      { line: 2, reason: 'holder_name_invalid' },
    ]);
    const real = '4999990000000015';
    expect(await refusedAs(real)).toEqual([{ line: 2, reason: 'test_card_required' }]);
    await to.set(1001, { allowAnyPan: true });
    expect(await refusedAs(real)).toEqual([]);
    expect(await to.context.db.select().from(vaultImports)).toHaveLength(6);
  });

  test('S104: a card whose row was changed does not leave, and is counted', async () => {
    const wallet = await from.openWallet('user');
    await save(from, wallet, VISA);
    const thief = await from.openWallet('user');
    await from.context.db.update(cards).set({ userId: thief.userId });
    const lines = await exported(from);
    expect(lines).toHaveLength(2);
    const [ended] = await acts(from);
    expect(ended).toMatchObject({ act: 'vault.exported', details: { cards: 0, skipped: 1 } });
    expect(await imported(to, lines)).toMatchObject({ added: 0, is_finished: true });
  });
});
