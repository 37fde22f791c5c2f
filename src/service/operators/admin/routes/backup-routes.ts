import { Readable } from 'node:stream';
import { Hono } from 'hono';
import { StoreError } from '../../../../store/store-error.ts';
import type { AppEnv } from '../../../api/http/app-env.ts';
import { actorOf } from '../../../api/http/middleware/run-recorded.ts';
import { recordAct } from '../../../base/audit/record-act.ts';
import type { AdminRuntime } from '../../../base/runtime/runtime.ts';
import { ServiceError } from '../../../base/service-error.ts';
import { writeBackup } from '../../backup/write-backup.ts';

/** A copy of the whole store, as one stream. Where it is written is the asker's choice: no request names a file. */
export function backupRoutes(context: AdminRuntime): Hono<AppEnv> {
  let isRunning = false;
  const routes = new Hono<AppEnv>();
  routes.post('/backup', async (c) => {
    if (c.req.header('Sec-Fetch-Site') !== undefined) throw inspectorForbidden();
    const { storeCopy } = context;
    if (!storeCopy) throw backupRefused('this store is in memory, expected one on a disk or a PostgreSQL');
    if (isRunning) throw backupRefused('another backup is under way, try again once it has ended');
    isRunning = true;
    try {
      // First, so that the copy contains the record of it.
      await recordAct(context, actorOf(c), { act: 'backup.begun' });
      const bytes = await writeBackup(context, storeCopy);
      bytes.once('close', () => {
        isRunning = false;
      });
      c.header('Content-Type', 'application/gzip');
      return c.body(Readable.toWeb(bytes) as ReadableStream);
    } catch (error) {
      isRunning = false;
      if (!(error instanceof StoreError)) throw error;
      throw backupRefused(error.message, error);
    }
  });
  return routes;
}

function backupRefused(reason: string, cause?: unknown) {
  return new ServiceError('store_unavailable', `Cannot make a backup: ${reason}`, { cause });
}

/** The inspector has no use for it, and what was put into that page should have none (docs/threats.md, S59). */
function inspectorForbidden() {
  return new ServiceError('inspector_forbidden', 'Cannot make a backup: a web page asks, expected a program');
}
