import type { MerchantRow } from '../../tables/accounts.ts';
import type { OwnedCard } from '../../tables/cards.ts';
import type { ChallengeRow } from '../../tables/challenges.ts';
import type { CardTokenRow, OperationRow, PaymentRow } from '../../tables/payments.ts';

/** An operation with everything its answers show. */
export type Transaction = {
  readonly operation: Omit<OperationRow, 'seq'>;
  readonly payment: PaymentRow;
  readonly merchant: MerchantRow;
  readonly token: CardTokenRow;
  readonly card: OwnedCard;
  /** Null where there was no challenge. */
  readonly challenge: ChallengeRow | null;
  /** The name that a challenged cardholder knows the shop by; null without a challenge. */
  readonly shopName: string | null;
  /** Null where nothing settles, or where a VOID took it back. */
  readonly settlesAt: Date | null;
  /** Method of the transaction referred to; null for a start. */
  readonly referredMethod: OperationRow['method'] | null;
  /** The processor's name of the transaction referred to; null for a start, and where none is known. */
  readonly referredReference: string | null;
  /** Whether a timer of its payment is due, which must run before this is shown. */
  readonly isDue: boolean;
};

/** A key and its text, as a merchant's metadata is stored. */
export type MetadataEntry = { readonly key: string; readonly value: string };
