import * as z from 'zod/mini';
import { positiveInteger } from '../forms/form-values.ts';
import { answer, id } from './answer.ts';

/** The page guard in the admin API: pages, what is on them, alarms. Places and digests come from reports, which anybody can send. */

/** `new`, `changed`: by kind of item. `page`: a page that nobody has approved anything of. */
export const ALARM_KINDS = ['page', 'new', 'changed', 'gone', 'silent', 'full'] as const;
export const AlarmKind = z.enum(ALARM_KINDS);
export type AlarmKind = z.infer<typeof AlarmKind>;

const moment = z.nullable(z.iso.datetime());

export const AdminPageItem = z.strictObject({
  id: z.int(),
  /** What it is, such as `script`, `inline`, `header`. */
  kind: z.string(),
  /** Its address, or the digest of a text's outline; text of whoever reported it. */
  place: z.string(),
  /** SHA-256 in base64 of what it holds; empty where that is not read. */
  print: z.string(),
  first_reported_at: moment,
  last_reported_at: moment,
  first_visited_at: moment,
  last_visited_at: moment,
  approved_at: moment,
  reason: z.nullable(z.string()),
  is_of_place: z.boolean(),
});
export type AdminPageItem = z.infer<typeof AdminPageItem>;

export const AdminAlarm = z.strictObject({
  id: z.string(),
  page_id: z.int(),
  kind: AlarmKind,
  items: z.array(
    z.strictObject({
      kind: z.string(),
      place: z.string(),
      print: z.string(),
      seen_by: z.enum(['page', 'service']),
    }),
  ),
  /** Of all that it is about, of which `items` has the first. */
  count: z.int(),
  created_at: z.iso.datetime(),
  changed_at: z.iso.datetime(),
  closed_at: moment,
  sent_at: moment,
});
export type AdminAlarm = z.infer<typeof AdminAlarm>;

export const AdminGuardedPage = z.strictObject({
  id: z.int(),
  account_id: z.int(),
  origin: z.string(),
  name: z.string(),
  report_count: z.int(),
  reported_at: moment,
  visit_address: z.nullable(z.string()),
  visited_at: moment,
  visit_failure: z.nullable(z.string()),
  item_count: z.int(),
  unapproved_count: z.int(),
  open_alarms: z.int(),
});
export type AdminGuardedPage = z.infer<typeof AdminGuardedPage>;

export const GuardedPageQuery = z.strictObject({ account_id: positiveInteger });
export const GuardedPagesAnswer = z.strictObject({
  ...answer,
  /** Where alarms are sent. */
  receiver: z.nullable(z.string()),
  pages: z.array(AdminGuardedPage),
});
export type GuardedPagesAnswer = z.infer<typeof GuardedPagesAnswer>;

export const GuardedPageAnswer = z.strictObject({
  ...answer,
  page: AdminGuardedPage,
  items: z.array(AdminPageItem),
  /** The last 50, the newest first. */
  alarms: z.array(AdminAlarm),
});
export type GuardedPageAnswer = z.infer<typeof GuardedPageAnswer>;

/** Has the service visit an address of a registered origin, at once and each hour. Raises `parameter_invalid`. */
export const VisitSetting = z.strictObject({
  account_id: id,
  address: z.string().check(z.minLength(1), z.maxLength(2048)),
  /** The page's name. Default: by the address's path. */
  name: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
});
export type VisitSetting = z.infer<typeof VisitSetting>;

/** Approves items, each with the same reason. `of_place`: whatever the place holds, from now on. */
export const ApproveRequest = z.strictObject({
  /** Default: all that are not approved. */
  items: z.optional(z.array(id).check(z.minLength(1), z.maxLength(500))),
  reason: z.string().check(z.minLength(3), z.maxLength(500)),
  of_place: z.optional(z.boolean()),
});
export type ApproveRequest = z.infer<typeof ApproveRequest>;

/** Sets where alarms are sent; null: nowhere. Raises `callback_url_invalid`, `callback_url_forbidden`. */
export const AlarmReceiver = z.strictObject({
  account_id: id,
  url: z.nullable(z.string().check(z.minLength(1), z.maxLength(2048))),
});
export type AlarmReceiver = z.infer<typeof AlarmReceiver>;

/** The inventory of a page as a JWS (ES256), whose key is among those of `/.well-known/jwks.json`, and stands in its header, too. */
export const InventoryExportAnswer = z.strictObject({ ...answer, jws: z.string() });
export type InventoryExportAnswer = z.infer<typeof InventoryExportAnswer>;
