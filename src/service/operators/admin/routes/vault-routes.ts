import { Readable } from 'node:stream';
import { Hono } from 'hono';
import {
  MAX_IMPORT_BYTES,
  VaultExport,
  VaultImport,
  type VaultImportAnswer,
} from '../../../../contract/admin/vault.ts';
import type { AppContext, AppEnv } from '../../../api/http/app-env.ts';
import { readJson } from '../../../api/http/json-body.ts';
import { actorOf } from '../../../api/http/middleware/run-recorded.ts';
import { recordAct } from '../../../base/audit/record-act.ts';
import { runLockingTransaction } from '../../../base/runtime/run-transaction.ts';
import type { AdminRuntime } from '../../../base/runtime/runtime.ts';
import { ServiceError } from '../../../base/service-error.ts';
import { exportLines, exportStart } from '../../vault-file/export-cards.ts';
import { importLines } from '../../vault-file/import-lines.ts';
import { transferKey } from '../../vault-file/transfer-key.ts';
import { requireAccount } from '../list-accounts.ts';

/** Cards that leave the vault, and cards that come from another, under the keys of two custodians. */
export function vaultRoutes(runtime: AdminRuntime): Hono<AppEnv> {
  const { vaultCustodians: custodians } = runtime.config;
  const routes = new Hono<AppEnv>();
  routes.post('/vault/export', async (c) => {
    refusePage(c);
    const { account_id: accountId, keys, after } = await readJson(c, VaultExport);
    const key = await transferKey(custodians, keys);
    await requireAccount(runtime, accountId);
    const start = await exportStart({ accountId, key }, after);
    const by = actorOf(c);
    const subject = `file ${start.file}`;
    const begun = { custodians, from_line: start.line };
    await recordAct(runtime, by, { act: 'vault.export-begun', accountId, subject, details: begun });
    const onEnd = (counts: object) => {
      const details = { custodians, ...counts };
      return recordAct(runtime, by, { act: 'vault.exported', accountId, subject, details });
    };
    const lines = exportLines(runtime, { accountId, key, start, onEnd });
    const bytes = Readable.from(untilStopping(runtime, lines), { objectMode: false });
    c.header('Content-Type', 'text/plain; charset=utf-8');
    return c.body(Readable.toWeb(bytes) as ReadableStream);
  });
  routes.post('/vault/import', async (c) => {
    refusePage(c);
    const { account_id: accountId, keys, lines } = await readJson(c, VaultImport, MAX_IMPORT_BYTES);
    const key = await transferKey(custodians, keys);
    await requireAccount(runtime, accountId);
    const request = { accountId, key, lines, by: actorOf(c), custodians };
    const progress = await runLockingTransaction(runtime, (core) => importLines(core, request));
    return c.json({ status: 'OK', ...progress } satisfies VaultImportAnswer);
  });
  return routes;
}

/** A service that is about to end cuts the file, which a later export goes on with. */
async function* untilStopping({ stopping }: AdminRuntime, lines: AsyncGenerator<string, void>) {
  for await (const line of lines) {
    if (stopping.aborted) throw new Error('Cannot export cards: the service stops');
    yield line;
  }
}

/** The inspector moves no cards, so nothing that was injected into its page does (docs/threats.md, S101). */
function refusePage(c: AppContext): void {
  if (c.req.header('Sec-Fetch-Site') === undefined) return;
  throw new ServiceError('inspector_forbidden', 'Cannot move the vault: a web page asks, expected a program');
}
