import { Hono } from 'hono';
import { KeyRotation, type KeyRotationAnswer } from '../../contract/admin-api.ts';
import type { AppEnv } from '../http/app-env.ts';
import { readJson } from '../http/json-body.ts';
import { rotateKeys } from '../key-rotation/rotate-keys.ts';
import type { AdminContext } from './admin-app.ts';

/** The service's own keys. */
export function keyRoutes(context: AdminContext): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.post('/keys/rotate', async (c) => {
    const { keys } = await readJson(c, KeyRotation);
    const { master, signing } = await rotateKeys(context, keys);
    return c.json({
      status: 'OK',
      master: master ? { key_id: master.keyId, resealed: master.resealed } : null,
      signing: signing ? { key_id: signing.kid, signs_from: signing.signsFrom.toISOString() } : null,
    } satisfies KeyRotationAnswer);
  });
  return routes;
}
