import { Hono } from 'hono';
import { KeyRotation, type KeyRotationAnswer } from '../../../../contract/admin/service.ts';
import type { AppEnv } from '../../../api/http/app-env.ts';
import { readJson } from '../../../api/http/json-body.ts';
import { actorOf } from '../../../api/http/middleware/run-recorded.ts';
import { recordAct } from '../../../base/audit/record-act.ts';
import type { AdminRuntime } from '../../../base/runtime/runtime.ts';
import { rotateKeys } from '../../key-rotation/rotate-keys.ts';

/** The service's own keys. */
export function keyRoutes(runtime: AdminRuntime): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.post('/keys/rotate', async (c) => {
    const { keys } = await readJson(c, KeyRotation);
    // Recorded first: a later start finishes a rotation that was killed midway, and that start has no operator.
    await recordAct(runtime, actorOf(c), { act: 'keys.rotation-begun', details: { keys } });
    const { master, signing } = await rotateKeys(runtime, keys);
    const newKeys = {
      master: master ? { key_id: master.keyId, resealed: master.resealed } : null,
      signing: signing ? { key_id: signing.kid, signs_from: signing.signsFrom.toISOString() } : null,
    };
    await recordAct(runtime, actorOf(c), { act: 'keys.rotated', details: newKeys });
    return c.json({ status: 'OK', ...newKeys } satisfies KeyRotationAnswer);
  });
  return routes;
}
