import * as z from 'zod/mini';
import {
  BillingAnswer,
  BillingTransaction,
  StandardTransaction,
  ThreeDsTransaction,
} from '../../../../contract/billing/billing.ts';
import { CallbackBody, CallbackTransaction } from '../../../../contract/billing/callback.ts';
import { InstantAnswer, InstantPayment } from '../../../../contract/billing/instant-api.ts';
import {
  Fingerprint,
  PaymentMethod,
  PaymentMethodRecord,
} from '../../../../contract/billing/payment-method.ts';
import { PaymentTotals } from '../../../../contract/billing/payment-totals.ts';
import {
  RecordTotals,
  TransactionAnswer,
  TransactionRecord,
} from '../../../../contract/billing/transaction.ts';
import { ErrorBody, ErrorDetails } from '../../../../contract/error-body.ts';
import { LoginAnswer, MetadataAnswer, RefreshTokenAnswer } from '../../../../contract/forms/users.ts';
import {
  ChallengeEnd,
  ChallengeEndAnswer,
  ChallengesAnswer,
  EventsAnswer,
  OpenChallenge,
  ResumeAnswer,
  SessionEvent,
} from '../../../../contract/frame/session-events.ts';
import {
  CardAnswer,
  MethodsAnswer,
  PaymentMethodAnswer,
  SavedCard,
  TokenAnswer,
} from '../../../../contract/frame/wallet-api.ts';
import type { JsonSchema } from '../document-types.ts';
import { DeclineAnswer, RefreshTokenErrorBody } from '../error-schemas.ts';
import { FIELD_TEXTS } from './field-texts.ts';

const namedSchemaTable = {
  RefreshTokenAnswer,
  LoginAnswer,
  MetadataAnswer,
  BillingAnswer,
  BillingTransaction,
  StandardTransaction,
  ThreeDsTransaction,
  DeclineAnswer,
  PaymentMethodRecord,
  PaymentTotals,
  RecordTotals,
  TransactionAnswer,
  TransactionRecord,
  CallbackBody,
  CallbackTransaction,
  TokenAnswer,
  PaymentMethodAnswer,
  CardAnswer,
  PaymentMethod,
  Fingerprint,
  MethodsAnswer,
  SavedCard,
  InstantAnswer,
  InstantPayment,
  EventsAnswer,
  SessionEvent,
  ChallengesAnswer,
  OpenChallenge,
  ChallengeEndAnswer,
  ChallengeEnd,
  ResumeAnswer,
  ErrorBody,
  ErrorDetails,
  RefreshTokenErrorBody,
} as const satisfies Record<string, z.ZodMiniType>;

const ids = new Map<z.ZodMiniType, string>(
  Object.entries(namedSchemaTable).map(([id, schema]) => [schema, id]),
);

/** The schemas that the document names, each once, with a text for every field. */
export function namedSchemas(): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of ids) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { uri: reference });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema, $id, ...schema }]) => [
      id,
      withTexts(schema, FIELD_TEXTS[id] ?? {}),
    ]),
  );
}

/** A reference to a named schema, or else the schema itself. */
export function answerSchema(schema: z.ZodMiniType): JsonSchema {
  const id = ids.get(schema);
  if (id !== undefined) return { $ref: reference(id) };
  const { $schema, ...json } = z.toJSONSchema(schema);
  return json;
}

/** The schema of what may be sent: texts, before they are parsed. */
export function formSchema(schema: z.ZodMiniObject, texts: Readonly<Record<string, string>>): JsonSchema {
  const { $schema, ...json } = z.toJSONSchema(schema, { io: 'input' });
  return withTexts(json, texts);
}

function reference(id: string) {
  return `#/components/schemas/${id}`;
}

function withTexts(schema: JsonSchema, texts: Readonly<Record<string, string>>): JsonSchema {
  if (schema.oneOf) return { ...schema, oneOf: schema.oneOf.map((branch) => withTexts(branch, texts)) };
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const text = texts[name];
    return [
      name,
      text === undefined || typeof property === 'boolean' ? property : { ...property, description: text },
    ];
  });
  return properties.length === 0 ? schema : { ...schema, properties: Object.fromEntries(properties) };
}
