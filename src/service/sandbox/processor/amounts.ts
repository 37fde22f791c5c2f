import type { ProcessorRequest } from '../../base/processor/processor.ts';
import type { AmountBehaviour, AmountRefusal } from '../../base/processor/sandbox-catalogue.ts';
import { type DeclineReturnCode, isDeclineReturnCode } from './return-codes.ts';

/** Amounts from 2000.00 to 2000.99 are declined, with the cents as the code. */
const DECLINING_UNITS = 200_000;

type Behaviour = AmountBehaviour & { readonly decline?: DeclineReturnCode };
type Refusal = AmountRefusal & { readonly decline: DeclineReturnCode };

/** How an operation is answered by its amount, in minor units. */
export const AMOUNT_BEHAVIOURS: Readonly<Record<number, Behaviour>> = {
  300000: { kind: 'unavailable', afterMs: 0 },
  300100: { kind: 'slow', afterMs: 8_000 },
  300200: { kind: 'pending', afterMs: 2_000 },
  300300: { kind: 'pending', afterMs: 2_000, decline: '05' },
};

/** What an authorised (or sold) amount forbids later. `above`: only once more than that is captured. */
export const AMOUNT_REFUSALS: Readonly<Record<number, Refusal>> = {
  400100: { kind: 'capture', decline: '05' },
  400200: { kind: 'refund', decline: '05' },
  400300: { kind: 'void', decline: '05' },
  400400: { kind: 'capture', decline: '61', above: 200_200 },
};

/** Whose own amount says in its cents that it is declined; the others are declined by the amount that was authorised. */
const BY_OWN_CENTS: Readonly<Record<ProcessorRequest['kind'], boolean>> = {
  authorise: true,
  sale: true,
  capture: false,
  refund: false,
  void: false,
};

export function declineOfAmount(request: ProcessorRequest): DeclineReturnCode | undefined {
  return BY_OWN_CENTS[request.kind] ? declineByCents(request) : declineOfFollowUp(request);
}

function declineByCents({ amount }: ProcessorRequest): DeclineReturnCode | undefined {
  const cents = amount - DECLINING_UNITS;
  if (cents < 0 || cents > 99) return undefined;
  const code = String(cents).padStart(2, '0');
  return isDeclineReturnCode(code) ? code : '05';
}

function declineOfFollowUp(request: ProcessorRequest): DeclineReturnCode | undefined {
  if (!('authorised' in request)) return undefined;
  const refusal = AMOUNT_REFUSALS[request.authorised];
  if (refusal?.kind !== request.kind) return undefined;
  const isAbove = request.captured + request.amount > (refusal.above ?? 0);
  return isAbove ? refusal.decline : undefined;
}
