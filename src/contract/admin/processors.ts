import * as z from 'zod/mini';
import { ProcessorName } from '../billing/processor-name.ts';
import { must } from '../forms/form-values.ts';
import { answer, id } from './answer.ts';

/** The processors that an account has configured, beside the sandbox. */

const secret = z
  .string()
  .check(z.regex(/^[\x21-\x7e]{1,400}$/, must('have 1 to 400 visible ASCII characters')));
const login = z.strictObject({ user: secret, password: secret });

/** How Adyen is reached, by the credentials of one company in one region. */
const AdyenConfiguration = z.strictObject({
  kind: z.literal('adyen'),
  /** The merchant account that all payments are of. */
  merchant_account: z
    .string()
    .check(z.regex(/^[A-Za-z0-9_-]{1,80}$/, must('have 1 to 80 letters, digits, hyphens and underscores'))),
  api_key: secret,
  /** Real money moves. Wants a `live_prefix`, which is refused without it. */
  is_live: z.boolean(),
  /** The company's own part of the live addresses, from its Customer Area. */
  live_prefix: z.optional(
    z.string().check(z.regex(/^[A-Za-z0-9-]{1,60}$/, must('have 1 to 60 letters, digits and hyphens'))),
  ),
  /** Of the webhook, in hexadecimal: the one in force first, then those it follows. */
  hmac_keys: z
    .array(
      z.string().check(z.regex(/^(?:[0-9A-Fa-f]{2}){16,64}$/, must('have 32 to 128 hexadecimal digits'))),
    )
    .check(z.minLength(1), z.maxLength(3)),
  /** What the webhook sends by HTTP Basic. Default: its signature is enough. */
  webhook_login: z.optional(login),
  /** Of the report user. Default: reports are given as files. */
  report_login: z.optional(login),
  /** Whether the vendor lets the account capture an authorisation in parts. */
  several_captures: z.boolean(),
});

/**
 * `PUT /api/accounts/<id>/processors/<name>`: all of it, also of one that exists. Its kind, its merchant account and whether it
 * is live never change: another processor has another name. `DELETE` removes it, and raises `processor_in_use` while a merchant
 * is there or a payment there is not over.
 */
export const ProcessorConfiguration = AdyenConfiguration;
export type ProcessorConfiguration = z.infer<typeof ProcessorConfiguration>;

/** A configured processor as its operator sees it: without its credentials. */
export const AdminProcessor = z.strictObject({
  account_id: id,
  name: ProcessorName,
  kind: z.literal('adyen'),
  merchant_account: z.string(),
  is_live: z.boolean(),
  several_captures: z.boolean(),
  has_webhook_login: z.boolean(),
  has_report_login: z.boolean(),
  /** Where the processor's notifications go. */
  notification_url: z.string(),
  changed_at: z.iso.datetime(),
});
export type AdminProcessor = z.infer<typeof AdminProcessor>;

export const ProcessorAnswer = z.strictObject({ ...answer, processor: AdminProcessor });
export type ProcessorAnswer = z.infer<typeof ProcessorAnswer>;

export const ProcessorsAnswer = z.strictObject({ ...answer, processors: z.array(AdminProcessor) });
export type ProcessorsAnswer = z.infer<typeof ProcessorsAnswer>;
