import type { BillingMethod, Currency } from '../../contract/billing.ts';
import type { ServiceContext } from '../context.ts';
import type { CardRow } from '../db/tables/cards.ts';
import { type ProcessorAnswer, processor } from '../processor/processor.ts';
import { openCard } from '../vault/open-card.ts';
import { isSale } from './methods.ts';
import type { MetadataEntry } from './transaction-metadata.ts';

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

/** Invalid card number. */
const ERASED = '14';

/** Asks for an authorisation, or for a sale; a card whose number was erased meanwhile is declined. */
export function askIssuer(context: ServiceContext, { card, method, ...asked }: Asking): ProcessorAnswer {
  const opened = openCard(context, card);
  if (!opened) {
    const decision = processor.decisionOf(ERASED, asked.transactionId);
    return { kind: 'decided', decision, slowMs: 0 };
  }
  return processor.decide({ ...asked, card: opened, kind: isSale(method) ? 'sale' : 'authorise' });
}
