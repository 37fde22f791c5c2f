import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { serviceKeyContext } from '../../base/keys/signing-keys.ts';
import { cardKeyContext, formerCardKeyContext } from '../../base/seals/card-number.ts';
import { ownerName } from '../../base/seals/card-owner.ts';
import { cardTokenContext, formerCardTokenContext } from '../../base/seals/card-token.ts';
import { entryContext } from '../../base/seals/token-entry.ts';
import { webhookSecretContext } from '../../callbacks/webhook-secrets.ts';
import { notificationContext } from '../../payments/asking/notifications.ts';
import { questionContext } from '../../payments/attempts.ts';
import { processorContext } from '../../payments/connectors/configured/processor-seal.ts';
import { bankContext } from '../../payments/threeds/open-challenge.ts';
import { type Account, accounts } from '../../tables/accounts.ts';
import { acquirerNotifications, type NotificationRow } from '../../tables/acquirer-notifications.ts';
import { type AttemptRow, attempts } from '../../tables/attempts.ts';
import { cards, type OwnedCard } from '../../tables/cards.ts';
import { type ChallengeRow, challenges } from '../../tables/challenges.ts';
import { type CardTokenRow, cardTokens } from '../../tables/payments.ts';
import { type ProcessorRow, processors } from '../../tables/processors.ts';
import { serviceKeys } from '../../tables/service-keys.ts';
import { findAddedForOthers } from './added-for-others.ts';

/** A column of sealed values. All code that seals one of them binds it to the same context. */
export type SealedColumn = {
  readonly table: PgTable;
  readonly key: PgColumn;
  readonly column: PgColumn;
  /** The rest of a row, from which its context is made. */
  readonly row: Readonly<Record<string, PgColumn | SQL>>;
  contextOf(row: unknown): string;
  /** The seal of versions before owners were sealed. */
  readonly former?: {
    contextOf(row: unknown): string;
    /** Whether other rows agree with the owner that the row names. */
    readonly isAgreed: SQL;
    /** Finds rows that the audit log contradicts. Default: none. */
    readonly findRefused?: typeof findAddedForOthers;
  };
};

type Row = Readonly<Record<string, unknown>>;
type TypedColumn<Of> = Omit<SealedColumn, 'contextOf' | 'former'> & {
  contextOf(row: Of): string;
  readonly former?: Omit<NonNullable<SealedColumn['former']>, 'contextOf'> & { contextOf(row: Of): string };
};

/** The query of `row` gives rows of this type, so what it reads can be passed to `contextOf`. */
const sealedColumn = <Of extends Row>(column: TypedColumn<Of>) => column as SealedColumn;

const owner = sql<string>`(select ${ownerName} from users where users.id = "cards"."user_id")`;
const account = {
  table: accounts,
  key: accounts.id,
  row: getTableColumns(accounts),
  contextOf: webhookSecretContext,
};

const token = { table: cardTokens, key: cardTokens.id, row: getTableColumns(cardTokens) };

/** A card's number is not among them: only its own key is sealed again, which stands in `wrappedKey`. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  sealedColumn<OwnedCard>({
    table: cards,
    key: cards.id,
    column: cards.wrappedKey,
    row: { ...getTableColumns(cards), owner },
    contextOf: cardKeyContext,
    former: {
      contextOf: formerCardKeyContext,
      isAgreed: sql`not exists (select from card_tokens t where t.card_id = "cards"."id" and t.user_id <> "cards"."user_id")`,
      findRefused: findAddedForOthers,
    },
  }),
  sealedColumn<CardTokenRow>({
    ...token,
    column: cardTokens.sealed,
    contextOf: cardTokenContext,
    former: {
      contextOf: formerCardTokenContext,
      isAgreed: sql`exists (select from cards c where c.id = "card_tokens"."card_id" and c.user_id = "card_tokens"."user_id")`,
    },
  }),
  sealedColumn<CardTokenRow>({
    ...token,
    column: cardTokens.code,
    contextOf: (row) => entryContext(row, 'code'),
  }),
  sealedColumn<CardTokenRow>({
    ...token,
    column: cardTokens.browser,
    contextOf: (row) => entryContext(row, 'browser'),
  }),
  sealedColumn<ChallengeRow>({
    table: challenges,
    key: challenges.id,
    column: challenges.bank,
    row: getTableColumns(challenges),
    contextOf: bankContext,
  }),
  sealedColumn<Account>({ ...account, column: accounts.webhookSecret }),
  sealedColumn<Account>({ ...account, column: accounts.previousWebhookSecret }),
  sealedColumn<AttemptRow>({
    table: attempts,
    key: attempts.key,
    column: attempts.sealed,
    row: getTableColumns(attempts),
    contextOf: questionContext,
  }),
  sealedColumn<NotificationRow>({
    table: acquirerNotifications,
    key: acquirerNotifications.id,
    column: acquirerNotifications.sealed,
    row: getTableColumns(acquirerNotifications),
    contextOf: notificationContext,
  }),
  sealedColumn<ProcessorRow>({
    table: processors,
    key: processors.name,
    column: processors.sealed,
    row: getTableColumns(processors),
    contextOf: processorContext,
  }),
  sealedColumn<typeof serviceKeys.$inferSelect>({
    table: serviceKeys,
    key: serviceKeys.kid,
    column: serviceKeys.privateKey,
    row: getTableColumns(serviceKeys),
    contextOf: ({ kid }) => serviceKeyContext(kid),
  }),
];
