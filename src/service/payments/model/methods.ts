import type { BillingForm, BillingMethod, Currency } from '../../../contract/billing.ts';
import { ServiceError } from '../../service-error.ts';

/** `matching`: may be left out; given, it must be the payment's own. */
type Need = 'required' | 'optional' | 'matching';

type MethodRule = {
  readonly ccToken: Need;
  /** On a start the caller's own id for the new transaction, on a follow-up the transaction referred to. */
  readonly transactionID: Need;
  readonly amount: Need;
  readonly currency: Need;
  /** `merchant_id`, `merchantRef` or both. */
  readonly merchant: Need;
};

const MONEY = { amount: 'required', currency: 'required' } as const;
const START = { ...MONEY, ccToken: 'required', transactionID: 'optional', merchant: 'required' } as const;
const FOLLOW_UP = { ...MONEY, ccToken: 'matching', transactionID: 'required', merchant: 'matching' } as const;

/** What each method needs. `callback_url` depends on the payment: callback-url.ts. Rule: billing/needs. */
export const METHODS = {
  SALE: START,
  AUTH: START,
  CHARGE: FOLLOW_UP,
  REFUND: FOLLOW_UP,
  AUTH_3DS: START,
  SALE_3DS: START,
  VOID: { ...FOLLOW_UP, amount: 'matching', currency: 'matching' },
} as const satisfies Record<BillingMethod, MethodRule>;

export type StartMethod = {
  [Method in BillingMethod]: (typeof METHODS)[Method]['ccToken'] extends 'required' ? Method : never;
}[BillingMethod];
export type FollowUpMethod = Exclude<BillingMethod, StartMethod>;

/** A form whose method has all it requires. */
export type StartForm = BillingForm & {
  readonly method: StartMethod;
  readonly ccToken: string;
  readonly amount: string;
  readonly currency: Currency;
};
export type FollowUpForm = BillingForm & {
  readonly method: FollowUpMethod;
  readonly transactionID: string;
};

const PARAMETERS = ['amount', 'currency', 'ccToken', 'transactionID'] as const;

/** Names of the parameters that a method requires; of the merchant's two, either. */
export function requiredBy(method: BillingMethod): readonly string[] {
  const rule = METHODS[method];
  return [
    ...PARAMETERS.filter((name) => rule[name] === 'required'),
    ...(rule.merchant === 'required' ? ['merchant_id', 'merchantRef'] : []),
  ];
}

/** Refuses with `parameter_missing`, naming the first parameter the method lacks. */
export function withRequired(form: BillingForm): StartForm | FollowUpForm {
  const { method, ccToken, transactionID, amount, currency } = form;
  const rule: MethodRule = METHODS[method];
  const lacking = PARAMETERS.find((name) => rule[name] === 'required' && form[name] === undefined);
  if (lacking) throw missing(method, lacking);
  if (rule.merchant === 'required' && form.merchant_id === undefined && form.merchantRef === undefined) {
    throw missing(method, 'merchant_id', "'merchant_id' or 'merchantRef'");
  }
  if (isStartMethod(method)) {
    // Narrowing only: the table has been held to above.
    if (ccToken === undefined || amount === undefined || currency === undefined) {
      throw missing(method, 'ccToken');
    }
    return { ...form, method, ccToken, amount, currency };
  }
  if (transactionID === undefined) throw missing(method, 'transactionID');
  return { ...form, method, transactionID };
}

export function isStart(form: StartForm | FollowUpForm): form is StartForm {
  return isStartMethod(form.method);
}

export function isStartMethod(method: BillingMethod): method is StartMethod {
  return METHODS[method].ccToken === 'required';
}

/** SALE and AUTH are the same with 3DS and without, once the cardholder is known. */
export function isSale(method: BillingMethod): boolean {
  return method === 'SALE' || method === 'SALE_3DS';
}

export function isThreeDs(method: BillingMethod): boolean {
  return method === 'AUTH_3DS' || method === 'SALE_3DS';
}

/** The id that a start gives its own transaction. */
export function ownTransactionId({ method, transactionID }: BillingForm): string | undefined {
  return METHODS[method].transactionID === 'optional' ? transactionID : undefined;
}

/** What was given and has no meaning for the method: the payment has its order, and no code is asked for again. */
export function unusedBy(form: BillingForm): readonly string[] {
  if (isStartMethod(form.method)) return [];
  return (['orderID', 'encrypted_cvv'] as const).filter((name) => form[name] !== undefined);
}

function missing(method: BillingMethod, param: string, wanted = `'${param}'`) {
  return new ServiceError('parameter_missing', `Cannot bill ${method}: found no ${wanted}, required`, {
    param,
  });
}
