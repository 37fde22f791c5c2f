import type { BillingForm, BillingMethod } from '../../contract/billing.ts';
import { ServiceError } from '../service-error.ts';

/** `matching`: may be left out; given, it must name the payment's own. */
type Need = 'required' | 'optional' | 'matching';

type MethodRule = {
  readonly ccToken: Need;
  /** On a start the caller's own id for the new transaction, on a follow-up the transaction referred to. */
  readonly transactionID: Need;
  /** `merchant_id`, `merchantRef` or both. */
  readonly merchant: Need;
};

const START = { ccToken: 'required', transactionID: 'optional', merchant: 'required' } as const;
const FOLLOW_UP = { ccToken: 'matching', transactionID: 'required', merchant: 'matching' } as const;

/** What each method needs beside amount and currency, which all of them require. Chosen: service.md 1.2. */
export const METHODS = {
  SALE: START,
  AUTH: START,
  CHARGE: FOLLOW_UP,
  REFUND: FOLLOW_UP,
} as const satisfies Record<BillingMethod, MethodRule>;

type StartMethod = {
  [Method in BillingMethod]: (typeof METHODS)[Method]['ccToken'] extends 'required' ? Method : never;
}[BillingMethod];
export type FollowUpMethod = Exclude<BillingMethod, StartMethod>;

/** A form whose method has all it requires. */
export type StartForm = BillingForm & { readonly method: StartMethod; readonly ccToken: string };
export type FollowUpForm = BillingForm & {
  readonly method: FollowUpMethod;
  readonly transactionID: string;
};

/** Names of the parameters that a method requires beside amount and currency; of the merchant's two, either. */
export function requiredBy(method: BillingMethod): readonly string[] {
  const { ccToken, transactionID, merchant } = METHODS[method];
  return [
    ...(ccToken === 'required' ? ['ccToken'] : []),
    ...(transactionID === 'required' ? ['transactionID'] : []),
    ...(merchant === 'required' ? ['merchant_id', 'merchantRef'] : []),
  ];
}

/** Refuses with `parameter_missing`, naming the first parameter the method lacks. */
export function withRequired(form: BillingForm): StartForm | FollowUpForm {
  const { method, ccToken, transactionID } = form;
  const rule = METHODS[method];
  if (rule.merchant === 'required' && form.merchant_id === undefined && form.merchantRef === undefined) {
    throw missing(method, 'merchant_id', "'merchant_id' or 'merchantRef'");
  }
  if (method === 'SALE' || method === 'AUTH') {
    if (ccToken === undefined) throw missing(method, 'ccToken');
    return { ...form, method, ccToken };
  }
  if (transactionID === undefined) throw missing(method, 'transactionID');
  return { ...form, method, transactionID };
}

export function isStart(form: StartForm | FollowUpForm): form is StartForm {
  return METHODS[form.method].ccToken === 'required';
}

/** The id that a start gives its own transaction. */
export function ownTransactionId({ method, transactionID }: BillingForm): string | undefined {
  return METHODS[method].transactionID === 'optional' ? transactionID : undefined;
}

function missing(method: BillingMethod, param: string, wanted = `'${param}'`) {
  return new ServiceError('parameter_missing', `Cannot bill ${method}: found no ${wanted}, required`, {
    param,
  });
}
