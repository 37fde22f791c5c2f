import { Readable } from 'node:stream';
import { Hono } from 'hono';
import { StoreError } from '../../../../store/store-error.ts';
import type { AppEnv } from '../../../api/http/app-env.ts';
import { actorOf } from '../../../api/http/middleware/run-recorded.ts';
import { recordAct } from '../../../base/audit/record-act.ts';
import type { AdminRuntime } from '../../../base/runtime/runtime.ts';
import { ServiceError } from '../../../base/service-error.ts';
import { writeBackup } from '../../backup/write-backup.ts';

/** A copy of the whole store, as one stream. The client writes it to a file: no request names one. */
export function backupRoutes(runtime: AdminRuntime): Hono<AppEnv> {
  let isRunning = false;
  const routes = new Hono<AppEnv>();
  routes.post('/backup', async (c) => {
    if (c.req.header('Sec-Fetch-Site') !== undefined) throw inspectorForbidden();
    const { storeCopy } = runtime;
    if (!storeCopy) throw backupRefused('this store is in memory, expected one on a disk or a PostgreSQL');
    if (isRunning) throw backupRefused('another backup is under way, try again once it has ended');
    isRunning = true;
    try {
      // Recorded first, so that the copy contains the record.
      await recordAct(runtime, actorOf(c), { act: 'backup.begun' });
      const bytes = await writeBackup(runtime, storeCopy);
      bytes.once('close', () => {
        isRunning = false;
      });
      c.header('Content-Type', 'application/gzip');
      return c.body(Readable.toWeb(bytes) as ReadableStream);
    } catch (error) {
      isRunning = false;
      if (!(error instanceof StoreError)) throw error;
      throw storeRefused(error);
    }
  });
  return routes;
}

function storeRefused(cause: StoreError) {
  return new ServiceError('store_unavailable', cause.message, { cause });
}

function backupRefused(reason: string) {
  return new ServiceError('store_unavailable', `Cannot make a backup: ${reason}`);
}

/** The inspector needs no backup, so nothing that was injected into its page gets one (docs/threats.md, S59). */
function inspectorForbidden() {
  return new ServiceError('inspector_forbidden', 'Cannot make a backup: a web page asks, expected a program');
}
