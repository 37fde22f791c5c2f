import * as z from 'zod/mini';
import { integerBoolean, jsonObjectText, must, positiveInteger, text } from './form-values.ts';
import { ViewName } from './provider-names.ts';

/** Endpoints 1 to 3: users, their sessions and metadata. */

/** The merchant's own id of a user: 1 to 128 characters, NFC, without control characters. Rule: sessions/external-id. */
export const ExternalId = text(128).check(
  z.refine((id) => id === id.normalize('NFC'), must('be in the Unicode form NFC')),
);

/** Seconds: 60 to 2,592,000 (guests 86,400), default 86,400. Spec: Limits. Rule: sessions/lifetime. */
const ttl = z.pipe(
  z.string().check(z.regex(/^[0-9]{1,8}$/, must('be a whole number of seconds, such as 86400'))),
  z.transform((digits: string) => Number(digits)),
);

/** Spec: Endpoints 1. Without `externalID` the token stands for a guest. */
export const RefreshTokenForm = z.object({
  externalID: z.optional(ExternalId),
  ttl: z.optional(ttl),
  custom: z.optional(jsonObjectText),
  /** The one view that the wallet opens with it. Default: both. */
  view: z.optional(ViewName),
  /**
   * The one merchant that its wallets may name, and whose ways to pay the hint tells. Default: each merchant whose setting
   * `pagesMayName` is on; the hint then tells of the account's only one.
   */
  merchant_id: z.optional(positiveInteger),
});
export type RefreshTokenForm = z.infer<typeof RefreshTokenForm>;

/** Spec: Resources, Refresh token (`Status` as the spec spells it). */
export const RefreshTokenAnswer = z.object({
  Status: z.literal('OK'),
  refreshToken: z.string(),
  /** Passed on to `connect` as it is: what the wallet will show first, so that its room is kept. Never which cards. */
  hint: z.string(),
});
export type RefreshTokenAnswer = z.infer<typeof RefreshTokenAnswer>;

/** Spec: Endpoints 2. */
export const LoginForm = z.object({
  externalID: ExternalId,
  withMetadata: z.optional(integerBoolean),
  custom: z.optional(jsonObjectText),
});
export type LoginForm = z.infer<typeof LoginForm>;

/** Spec: Resources, User login result. */
export const LoginAnswer = z.object({
  id: z.int(),
  accessToken: z.string(),
  userInfo: z.object({ isGuest: z.boolean() }),
  status: z.literal('OK'),
});
export type LoginAnswer = z.infer<typeof LoginAnswer>;

/** Spec: Endpoints 3, on both paths. */
export const MetadataForm = z.object({ metadata: z.optional(jsonObjectText) });
export type MetadataForm = z.infer<typeof MetadataForm>;

export const MetadataAnswer = z.object({ status: z.literal('OK') });
export type MetadataAnswer = z.infer<typeof MetadataAnswer>;
