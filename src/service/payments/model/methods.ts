import type {
  BillingMethod,
  FollowUpMethod,
  ProcessorStatus,
  StartMethod,
} from '../../../contract/billing/billing.ts';
import type { ErrorCode } from '../../../contract/errors/errors.ts';
import type { ProcessorRequest } from '../../base/processor/processor.ts';
import type { EffectName } from './balance.ts';
import type { PaymentState } from './states.ts';
import type { TxState } from './tx-state.ts';

/** `matching`: may be left out; if given, it must be the payment's own. */
type Need = 'required' | 'optional' | 'matching';

export type Needs = {
  readonly ccToken: Need;
  /** On a start, the caller's own id for the new transaction; on a follow-up, the transaction referred to. */
  readonly transactionID: Need;
  readonly amount: Need;
  readonly currency: Need;
  /** `merchant_id`, `merchantRef` or both. */
  readonly merchant: Need;
};

/** What an operation does to its payment. */
export type OperationEffect = {
  readonly name: EffectName;
  /** Whether the money that it moves gets a settlement. Rule: billing/settlement. */
  readonly settles: boolean;
  /** `queued`: it succeeded and is not settled yet, or never will be. Rule: billing/processor-data. */
  readonly txStates: Readonly<Record<'pending' | 'failed' | 'queued' | 'settled', TxState>>;
};

type ProcessorRule<Kind extends ProcessorRequest['kind']> = {
  readonly needs: Needs;
  /** The request to the processor. */
  readonly processorRequest: Kind;
  /** The processor's word for it once it succeeded. */
  readonly successStatus: ProcessorStatus;
};
type StartRule = ProcessorRule<'authorise' | 'sale'> & {
  readonly kind: 'start';
  /** Whether the cardholder is authenticated first. */
  readonly authenticates: boolean;
  readonly effect: OperationEffect;
};
/**
 * A refusal; or `by-amounts`: allowed as far as the payment's amounts go; or `ends-challenge`: it ends the challenge
 * that the payment waits for, without the processor.
 */
type Verdict<State extends PaymentState> =
  | ErrorCode
  | (State extends 'PENDING_3DS' ? 'ends-challenge' : 'by-amounts');
type FollowUpRule = ProcessorRule<'capture' | 'refund' | 'void'> & {
  readonly kind: 'follow-up';
  /** By the method of the transaction referred to; null where it cannot refer to that method. */
  readonly effects: Readonly<Record<BillingMethod, OperationEffect | null>>;
  /** What becomes of it in each state of the payment. */
  readonly verdicts: { readonly [State in PaymentState]: Verdict<State> };
  /**
   * `requires`: it acts on an authorisation, which must be open. `releases`: it may end one. The authorisation does not expire
   * while an operation of either kind is pending, and no VOID releases it while one that requires it is.
   */
  readonly authorisation: 'requires' | 'releases' | 'ignores';
  /** The refusal while a VOID is under way, at too many operations, and where `effects` has null. */
  readonly refusedAs: ErrorCode;
};

const MONEY = { amount: 'required', currency: 'required' } as const;
const START_NEEDS = {
  ...MONEY,
  ccToken: 'required',
  transactionID: 'optional',
  merchant: 'required',
} as const satisfies Needs;
const FOLLOW_UP_NEEDS = {
  ...MONEY,
  ccToken: 'matching',
  transactionID: 'required',
  merchant: 'matching',
} as const satisfies Needs;

const AUTHORISE: OperationEffect = {
  name: 'authorisation',
  settles: false,
  txStates: { pending: 'AP', failed: 'AD', queued: 'AU', settled: 'AU' },
};
const SELL: OperationEffect = {
  name: 'sale',
  settles: true,
  txStates: { pending: 'CP', failed: 'AD', queued: 'CQ', settled: 'CS' },
};
const CAPTURE: OperationEffect = {
  name: 'capture',
  settles: true,
  txStates: { pending: 'CP', failed: 'CD', queued: 'CQ', settled: 'CS' },
};
const REFUND_CAPTURE: OperationEffect = {
  name: 'refund',
  settles: true,
  txStates: { pending: 'RP', failed: 'RD', queued: 'RQ', settled: 'RS' },
};
const VOID_AUTHORISATION: OperationEffect = {
  name: 'void-authorisation',
  settles: false,
  txStates: { pending: 'VP', failed: 'VD', queued: 'AV', settled: 'AV' },
};
const VOID_CAPTURE: OperationEffect = {
  name: 'void-capture',
  settles: false,
  txStates: { pending: 'VP', failed: 'VD', queued: 'CV', settled: 'CV' },
};

/**
 * Everything that makes a method what it is. SALE and AUTH are the same with 3DS and without, once the cardholder is known.
 * Rule: billing/methods, billing/needs, billing/void, billing/follow-ups.
 */
export const METHODS = {
  SALE: {
    kind: 'start',
    needs: START_NEEDS,
    authenticates: false,
    processorRequest: 'sale',
    effect: SELL,
    successStatus: 'approved',
  },
  AUTH: {
    kind: 'start',
    needs: START_NEEDS,
    authenticates: false,
    processorRequest: 'authorise',
    effect: AUTHORISE,
    successStatus: 'approved',
  },
  CHARGE: {
    kind: 'follow-up',
    needs: FOLLOW_UP_NEEDS,
    processorRequest: 'capture',
    effects: {
      SALE: null,
      AUTH: CAPTURE,
      CHARGE: CAPTURE,
      REFUND: null,
      AUTH_3DS: CAPTURE,
      SALE_3DS: null,
      VOID: null,
    },
    successStatus: 'approved',
    verdicts: {
      PENDING_3DS: 'awaiting_3ds',
      PENDING_PROVIDER: 'transaction_not_capturable',
      PENDING_PROCESSOR: 'transaction_not_capturable',
      FAILED: 'transaction_not_capturable',
      VOIDED: 'transaction_not_capturable',
      EXPIRED: 'authorisation_expired',
      AUTHORISED: 'by-amounts',
      PARTIALLY_CAPTURED: 'by-amounts',
      CAPTURED: 'by-amounts',
      PARTIALLY_REFUNDED: 'by-amounts',
      REFUNDED: 'by-amounts',
      CHARGED_BACK: 'by-amounts',
    },
    authorisation: 'requires',
    refusedAs: 'transaction_not_capturable',
  },
  REFUND: {
    kind: 'follow-up',
    needs: FOLLOW_UP_NEEDS,
    processorRequest: 'refund',
    effects: {
      SALE: REFUND_CAPTURE,
      AUTH: REFUND_CAPTURE,
      CHARGE: REFUND_CAPTURE,
      REFUND: null,
      AUTH_3DS: REFUND_CAPTURE,
      SALE_3DS: REFUND_CAPTURE,
      VOID: null,
    },
    successStatus: 'refunded',
    verdicts: {
      PENDING_3DS: 'transaction_not_refundable',
      PENDING_PROVIDER: 'transaction_not_refundable',
      PENDING_PROCESSOR: 'transaction_not_refundable',
      FAILED: 'transaction_not_refundable',
      VOIDED: 'transaction_not_refundable',
      EXPIRED: 'transaction_not_refundable',
      AUTHORISED: 'transaction_not_refundable',
      PARTIALLY_CAPTURED: 'by-amounts',
      CAPTURED: 'by-amounts',
      PARTIALLY_REFUNDED: 'by-amounts',
      REFUNDED: 'by-amounts',
      CHARGED_BACK: 'by-amounts',
    },
    authorisation: 'ignores',
    refusedAs: 'transaction_not_refundable',
  },
  AUTH_3DS: {
    kind: 'start',
    needs: START_NEEDS,
    authenticates: true,
    processorRequest: 'authorise',
    effect: AUTHORISE,
    successStatus: 'approved',
  },
  SALE_3DS: {
    kind: 'start',
    needs: START_NEEDS,
    authenticates: true,
    processorRequest: 'sale',
    effect: SELL,
    successStatus: 'approved',
  },
  VOID: {
    kind: 'follow-up',
    needs: { ...FOLLOW_UP_NEEDS, amount: 'matching', currency: 'matching' },
    processorRequest: 'void',
    effects: {
      SALE: VOID_CAPTURE,
      AUTH: VOID_AUTHORISATION,
      CHARGE: VOID_CAPTURE,
      REFUND: null,
      AUTH_3DS: VOID_AUTHORISATION,
      SALE_3DS: VOID_CAPTURE,
      VOID: null,
    },
    successStatus: 'voided',
    verdicts: {
      PENDING_3DS: 'ends-challenge',
      PENDING_PROVIDER: 'transaction_not_voidable',
      PENDING_PROCESSOR: 'transaction_not_voidable',
      FAILED: 'transaction_not_voidable',
      VOIDED: 'transaction_already_voided',
      EXPIRED: 'transaction_not_voidable',
      AUTHORISED: 'by-amounts',
      PARTIALLY_CAPTURED: 'by-amounts',
      CAPTURED: 'by-amounts',
      PARTIALLY_REFUNDED: 'by-amounts',
      REFUNDED: 'transaction_not_voidable',
      CHARGED_BACK: 'by-amounts',
    },
    authorisation: 'releases',
    refusedAs: 'transaction_not_voidable',
  },
} as const satisfies Record<StartMethod, StartRule> & Record<FollowUpMethod, FollowUpRule>;

export function isStartMethod(method: BillingMethod): method is StartMethod {
  return METHODS[method].kind === 'start';
}

/** SALE and CHARGE: the methods that capture money. */
export function isCapture(method: BillingMethod): boolean {
  const { processorRequest } = METHODS[method];
  return processorRequest === 'sale' || processorRequest === 'capture';
}

/** Whether a method acts on an authorisation that must be open. */
export function requiresAuthorisation(method: BillingMethod): boolean {
  const rule: StartRule | FollowUpRule = METHODS[method];
  return rule.kind === 'follow-up' && rule.authorisation === 'requires';
}

/** What an operation does; null where it cannot act on what it refers to. `referred`: null for a start. */
export function effectOf(method: BillingMethod, referred: BillingMethod | null): OperationEffect | null {
  const rule: StartRule | FollowUpRule = METHODS[method];
  if (rule.kind === 'start') return rule.effect;
  return referred === null ? null : rule.effects[referred];
}

/** What an allowed operation does. */
export function requireEffect(method: BillingMethod, referred: BillingMethod | null): OperationEffect {
  const effect = effectOf(method, referred);
  if (effect) return effect;
  throw new Error(`Cannot say what ${method} does: it refers to ${referred}, expected what it can act on`);
}
