import type { BillingMethod, Currency } from '../../contract/billing.ts';
import type { ServiceContext } from '../context.ts';
import type { CardRow } from '../db/tables/cards.ts';
import { type Decision, type ProcessorAnswer, processor } from '../processor/processor.ts';
import { openCard } from '../vault/open-card.ts';
import type { Transaction } from './load.ts';
import type { MetadataEntry } from './metadata.ts';
import { isSale } from './model/methods.ts';

type Asking = {
  readonly card: CardRow;
  readonly method: BillingMethod;
  /** Minor units. */
  readonly amount: number;
  readonly currency: Currency;
  readonly metadata: readonly MetadataEntry[];
  readonly merchantRef: string;
  readonly transactionId: string;
  readonly isAuthenticated: boolean;
  readonly now: Date;
};

/** ISO 8583: invalid card number. */
const ERASED = '14';
/** ISO 8583: system malfunction. */
const PROCESSING_ERROR = '96';

/** Asks for an authorisation, or for a sale; a card whose number was erased meanwhile is declined. */
export function askIssuer(context: ServiceContext, { card, method, ...asked }: Asking): ProcessorAnswer {
  const opened = openCard(context, card);
  if (!opened) {
    const decision = processor.decisionOf(ERASED, asked.transactionId);
    return { kind: 'decided', decision, slowMs: 0 };
  }
  return processor.decide({ ...asked, card: opened, kind: isSale(method) ? 'sale' : 'authorise' });
}

type Stored = Pick<Asking, 'card' | 'now'>;

/** The same for an operation on record, whose shopper was authenticated since. */
export function askIssuerFor(context: ServiceContext, found: Transaction, asked: Stored): ProcessorAnswer {
  const { operation, payment, merchant } = found;
  const { method, amount, metadata, transactionId } = operation;
  return askIssuer(context, {
    ...asked,
    ...{ method, amount, metadata, transactionId, isAuthenticated: true },
    ...{ currency: payment.currency, merchantRef: merchant.ref },
  });
}

/** What an answer comes to where nobody waits who could ask again. */
export function decisionIn(answer: ProcessorAnswer): Decision {
  return answer.kind === 'unavailable' ? processor.decisionOf(PROCESSING_ERROR, '') : answer.decision;
}
