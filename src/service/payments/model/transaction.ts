import type { MerchantRow } from '../../tables/accounts.ts';
import type { CardRow } from '../../tables/cards.ts';
import type { ChallengeRow } from '../../tables/challenges.ts';
import type { CardTokenRow, OperationRow, PaymentRow } from '../../tables/payments.ts';

/** An operation with everything its answers show. */
export type Transaction = {
  readonly operation: OperationRow;
  readonly payment: PaymentRow;
  readonly merchant: MerchantRow;
  readonly token: CardTokenRow;
  readonly card: CardRow;
  /** Null where the cardholder was not asked. */
  readonly challenge: ChallengeRow | null;
  /** What the cardholder who is asked knows the shop by; null without a challenge. */
  readonly shopName: string | null;
  /** Null where no money moved, or a VOID took the move back. */
  readonly settlesAt: Date | null;
  /** Of the transaction referred to; null for a start. */
  readonly referredMethod: OperationRow['method'] | null;
  /** Something is to happen first. */
  readonly isDue: boolean;
};

/** A key and its text, as records keep a merchant's metadata. */
export type MetadataEntry = { readonly key: string; readonly value: string };
