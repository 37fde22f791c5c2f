import { randomUUID } from 'node:crypto';
import type { AcquirerCall, Reply } from '../../../base/processor/acquirer.ts';
import type {
  AcquirerPayment,
  FollowUpQuestion,
  StartQuestion,
} from '../../../base/processor/acquirer-question.ts';
import type { Bench } from './bench.ts';

type StartChange = Partial<Omit<StartQuestion, 'key' | 'reference' | 'merchantReference'>>;

/** A start of 12.34 EUR with the card that is approved, and no authentication. */
export function startQuestion(bench: Bench, change: StartChange = {}): StartQuestion {
  return {
    kind: 'authorise',
    ...freshIds(bench),
    amount: 1_234,
    currency: 'EUR',
    card: bench.cards.approved,
    authentication: { kind: 'none' },
    interaction: 'ecommerce',
    shopper: {},
    metadata: [],
    ...change,
  };
}

type FollowUpChange = Partial<Pick<FollowUpQuestion, 'amount' | 'of'>> & {
  readonly payment?: Partial<AcquirerPayment>;
};

/** A follow-up of a start that was approved, over its whole amount. */
export function followUpQuestion(
  bench: Bench,
  kind: FollowUpQuestion['kind'],
  { start, reply, change = {} }: { start: StartQuestion; reply: Reply; change?: FollowUpChange },
): FollowUpQuestion {
  const captured = start.kind === 'sale' ? start.amount : 0;
  const { payment, ...others } = change;
  return {
    kind,
    ...freshIds(bench),
    amount: start.amount,
    currency: start.currency,
    metadata: [],
    ...others,
    payment: {
      reference: start.reference,
      processorReference: 'processorReference' in reply ? reply.processorReference : undefined,
      authorised: start.amount,
      captured,
      refunded: 0,
      captures: captured === 0 ? 0 : 1,
      ...payment,
    },
  };
}

export function freshIds({ merchantAccount }: Bench) {
  const reference = randomUUID();
  return { key: randomUUID(), reference, merchantReference: `order-${reference}`, merchantAccount };
}

/** A call that is given up after twenty seconds, or after so many milliseconds. */
export function callBy(fetch: AcquirerCall['fetch'], signal = AbortSignal.timeout(20_000)): AcquirerCall {
  return { fetch, signal, now: new Date() };
}
