import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdtemp, open, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { refuseHalfRestored } from '../../../store/embedded/restore-files.ts';
import type { CopiedFile, StoreCopy } from '../../../store/store-copy.ts';
import { environmentKeys } from '../../base/keys/key-store.ts';
import type { AdminRuntime } from '../../base/runtime/runtime.ts';
import { parseCommand } from '../../main/cli/parse-command.ts';
import { readConfig } from '../../main/settings/config.ts';
import { auditIntake } from '../../tables/audit.ts';
import { testCommandIo } from '../../test-kit/commands/test-command-io.ts';
import { openTestAdmin, type TestAdmin } from '../../test-kit/test-admin.ts';
import { createAdminApp } from '../admin/routes/admin-app.ts';
import { contentDigest } from './backup-format.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

const KEY = Buffer.alloc(32, 7);
const OTHER_KEY = Buffer.alloc(32, 8);
const FILES = { PG_VERSION: '18', 'base/1/2': 'a page' };

let admin: TestAdmin;
let folder: string;
beforeAll(async () => {
  admin = await openTestAdmin();
});
afterAll(() => admin.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restore-backup-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** A store of a few files. A restore does not open what it puts back. */
function storeOf(files: Readonly<Record<string, string>>): StoreCopy {
  return {
    kind: 'embedded',
    async *files(): AsyncGenerator<CopiedFile, void> {
      for (const [name, text] of Object.entries(files)) {
        const bytes = Buffer.from(text);
        yield { name, size: bytes.length, content: Readable.from(name.endsWith('/') ? [] : [bytes]) };
      }
    },
  };
}

async function backupOf(files: Readonly<Record<string, string>>, key: Uint8Array = KEY): Promise<string> {
  const keyring = { ...admin.context.keyring, keyStore: environmentKeys([key]) };
  const context: AdminRuntime = { ...admin.context, keyring };
  const file = join(folder, 'backup.tar.gz');
  await pipeline(await writeBackup(context, storeOf(files)), createWriteStream(file));
  return file;
}

const configOf = (dataDirectory: string, key: Uint8Array | undefined = KEY) =>
  readConfig({ DATA_DIR: dataDirectory, ...(key && { MASTER_KEY: Buffer.from(key).toString('base64') }) });

function restore(file: string, { key = KEY, replaces = false } = {}) {
  return restoreBackup(file, { config: configOf(join(folder, 'data'), key), replaces });
}

type Part = { readonly name: string; readonly text: string; readonly digest: string };

/** Packs a backup again with other content, as one who has no key can. `digest`: of what it holds before this part. */
async function rebuilt(file: string, change: (part: Part) => string, links: Record<string, string> = {}) {
  const unpacked = extract();
  const reading = pipeline(createReadStream(file), createGunzip(), unpacked);
  const packed = pack();
  const digest = contentDigest();
  const parts: Part[] = [];
  for await (const entry of unpacked) {
    const { name } = entry.header;
    parts.push({ name, text: await textOf(entry), digest: '' });
  }
  await reading;
  for (const { name, text } of parts) {
    const changedText = change({ name, text, digest: name === 'seal.json' ? hex(digest.value()) : '' });
    const bytes = Buffer.from(changedText);
    const linkname = links[name.slice('store/'.length)];
    if (linkname === undefined) packed.entry({ name }, bytes);
    else packed.entry({ name, type: 'symlink', linkname });
    if (name === 'seal.json') continue;
    digest.entry(name, bytes.length);
    digest.content(bytes);
  }
  packed.finalize();
  await pipeline(packed, createGzip(), createWriteStream(file));
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const restored = (...path: string[]) => join(folder, 'data', 'pgdata', ...path);

describe('restoreBackup', () => {
  test('puts every file back, for this user alone', async () => {
    await restore(await backupOf({ 'pg_notify/': '', ...FILES }));
    expect(await readFile(restored('base', '1', '2'), 'utf8')).toBe('a page');
    expect((await readdir(restored())).sort()).toEqual(['PG_VERSION', 'base', 'pg_notify']);
    expect((await stat(restored('PG_VERSION'))).mode & 0o777).toBe(0o600);
    expect((await stat(restored())).mode & 0o777).toBe(0o700);
  });

  test('writes a file whole where the disk takes only a part at a time', async () => {
    const file = await backupOf(FILES);
    const handle = await open(file);
    const prototype: typeof handle = Object.getPrototypeOf(handle);
    await handle.close();
    const { write } = prototype;
    const takesHalf = async function (this: typeof handle, bytes: Uint8Array) {
      return Reflect.apply(write, this, [bytes, 0, Math.ceil(bytes.length / 2)]);
    };
    vi.spyOn(prototype, 'write').mockImplementation(takesHalf as typeof write);
    await restore(file).finally(() => vi.restoreAllMocks());
    expect(await readFile(restored('base', '1', '2'), 'utf8')).toBe('a page');
  });

  test('refuses a store that is there, and with --replace moves it aside', async () => {
    await restore(await backupOf({ PG_VERSION: '17' }));
    const file = await backupOf(FILES);
    await expect(restore(file)).rejects.toMatchObject({ code: 'store_not_empty' });
    expect(await readFile(restored('PG_VERSION'), 'utf8')).toBe('17');
    const { former } = await restore(file, { replaces: true });
    expect(await readFile(restored('PG_VERSION'), 'utf8')).toBe('18');
    expect(await readFile(join(former ?? '', 'PG_VERSION'), 'utf8')).toBe('17');
    expect(existsSync(join(folder, 'data', 'restore.unfinished'))).toBe(false);
  });

  test('which died while it exchanged two stores leaves none that starts empty', async () => {
    await writeFile(join(folder, 'restore.unfinished'), '');
    expect(() => refuseHalfRestored(folder)).toThrow(/restore did not come to its end; run it again/);
  });

  test('S59: a backup that another key sealed, or none that is there, is refused and named', async () => {
    const file = await backupOf(FILES, OTHER_KEY);
    await expect(restore(file)).rejects.toMatchObject({
      code: 'key_unknown',
      message: expect.stringMatching(/needs the master key "[0-9a-f]{16}"/),
    });
    const config = configOf(join(folder, 'data'), undefined);
    await expect(restoreBackup(file, { config, replaces: false })).rejects.toMatchObject({
      code: 'key_unknown',
    });
    // A key that this made would stand in the way of the right one.
    expect(await readdir(join(folder, 'data'))).toEqual([]);
  });

  test('S59: a backup whose content was changed is refused, also where its digest was made anew', async () => {
    const file = await backupOf(FILES);
    await rebuilt(file, ({ name, text, digest }) => {
      if (name === 'store/base/1/2') return 'b page';
      return name === 'seal.json' ? JSON.stringify({ ...JSON.parse(text), sha256: digest }) : text;
    });
    await expect(restore(file)).rejects.toMatchObject({ code: 'backup_damaged' });
    expect(await readdir(join(folder, 'data'))).toEqual([]);
  });

  test('S59: a file of a backup that would lie elsewhere is refused before it is written', async () => {
    for (const name of ['../../evil', '/evil', 'base/../../../evil', './evil', '.evil/x']) {
      await expect(restore(await backupOf({ ...FILES, [name]: 'x' })), name).rejects.toMatchObject({
        code: 'backup_damaged',
      });
    }
    expect(await readdir(folder)).not.toContain('evil');
    expect(await readdir(join(folder, 'data'))).toEqual([]);
  });

  test('S59: a link in a backup is refused', async () => {
    const file = await backupOf({ ...FILES, base_link: 'x' });
    await rebuilt(file, ({ text }) => text, { base_link: '/etc' });
    await expect(restore(file)).rejects.toMatchObject({ code: 'backup_damaged' });
  });

  test.each([0, 1, 100, -1, -40])('refuses what is cut at byte %d', async (at) => {
    const file = await backupOf(FILES);
    await writeFile(file, (await readFile(file)).subarray(0, at));
    await expect(restore(file)).rejects.toMatchObject({ code: 'backup_damaged' });
    expect(existsSync(restored())).toBe(false);
  });
});

/** The command on a service whose store is one of a few files. */
function backupTo(file: string, copy = storeOf(FILES)) {
  return parseCommand(['backup', file])(
    testCommandIo({
      askForBytes: async ({ method, path }) => {
        const answer = await ask(method, { path, copy });
        return answer.body ?? new ReadableStream();
      },
    }),
  );
}

type Asked = { readonly path: string; readonly copy: StoreCopy; readonly headers?: Record<string, string> };

function ask(method: string, { path, copy, headers = {} }: Asked) {
  const context = { ...admin.context, storeCopy: copy };
  const app = createAdminApp(context, { token: 'it_sandbox_test', port: 4002, extraRoutes: [] });
  return app.request(path, {
    method,
    headers: { Host: '127.0.0.1:4002', 'Inspector-Token': 'it_sandbox_test', ...headers },
  });
}

describe('backup', () => {
  test('S59: backup writes a new file that this user alone reads, and follows no link', async () => {
    const file = join(folder, 'new');
    expect(await backupTo(file)).toMatch(/No master key is in it\. A restore needs "[0-9a-f]{16}"/);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const link = join(folder, 'link');
    await symlink(join(folder, 'elsewhere'), link);
    for (const taken of [file, link]) await expect(backupTo(taken)).rejects.toThrow('it exists');
    expect((await readdir(folder)).sort()).toEqual(['link', 'new']);
  });

  test('leaves no file where the store broke midway, and lets the next one begin', async () => {
    const brokenCopy: StoreCopy = {
      kind: 'embedded',
      async *files() {
        yield* storeOf(FILES).files();
        throw new Error('broken');
      },
    };
    await expect(backupTo(join(folder, 'broken'), brokenCopy)).rejects.toThrow('cut before its end');
    expect(await readdir(folder)).toEqual([]);
  });

  test('ends the copy when nobody reads on', async () => {
    let isEnded = false;
    const endless: StoreCopy = {
      kind: 'embedded',
      async *files() {
        try {
          for (let count = 0; ; count += 1) {
            const content = Readable.from([randomBytes(100_000)]);
            yield { name: `base/${count}`, size: 100_000, content };
          }
        } finally {
          isEnded = true;
        }
      },
    };
    const { body } = await ask('POST', { path: '/api/backup', copy: endless });
    await body?.cancel();
    await expect.poll(() => isEnded).toBe(true);
    expect(await backupTo(join(folder, 'next'))).toContain('Wrote');
  });

  test('S59: no web page gets a backup, the inspector neither', async () => {
    const headers = { Origin: 'http://127.0.0.1:4002', 'Sec-Fetch-Site': 'same-origin' };
    const answer = await ask('POST', { path: '/api/backup', copy: storeOf(FILES), headers });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ error: { code: 'inspector_forbidden' } });
  });

  test('is on record', async () => {
    await backupTo(join(folder, 'new'));
    const acts = await admin.context.db.select({ act: auditIntake.act }).from(auditIntake);
    expect(acts).toContainEqual({ act: 'backup.begun' });
  });
});
