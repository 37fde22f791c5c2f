import * as z from 'zod/mini';
import type { PageItemKind } from './page-items.ts';

/** What `guard.js` sends. Anybody can: nothing in it is believed but that it came. */

const MAX_REPORTED_ITEMS = 200;

/** What a page can see of itself. */
const REPORTED_KINDS = [
  'script',
  'inline',
  'handler',
  'file',
  'frame',
  'form',
  'base',
  'field',
  'overlay',
  'patch',
  'listener',
  'worker',
  'connect',
  'leave',
] as const satisfies readonly PageItemKind[];

const DIGEST = /^(?:[A-Za-z0-9+/]{43}=)?$/;

export const PageReport = z.object({
  key: z.string().check(z.maxLength(128)),
  page: z.string().check(z.minLength(1), z.maxLength(200)),
  items: z
    .array(
      z.tuple([
        z.enum(REPORTED_KINDS),
        z.string().check(z.maxLength(2_048)),
        z.string().check(z.regex(DIGEST, { error: 'be a SHA-256 in base64, or empty' })),
      ]),
    )
    .check(z.maxLength(MAX_REPORTED_ITEMS)),
});
export type PageReport = z.infer<typeof PageReport>;
