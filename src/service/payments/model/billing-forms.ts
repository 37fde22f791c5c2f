import type {
  BillingForm,
  BillingMethod,
  Currency,
  FollowUpMethod,
  StartMethod,
} from '../../../contract/billing/billing.ts';
import { ServiceError } from '../../base/service-error.ts';
import { isStartMethod, METHODS, type Needs } from './methods.ts';

/** A form with everything that its method requires. */
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
/** Either names a merchant. */
export const MERCHANT_PARAMETERS: readonly string[] = ['merchant_id', 'merchantRef'];

/** Names of the parameters that a method requires. Of the two that name a merchant, either will do. */
export function requiredBy(method: BillingMethod): readonly string[] {
  const { needs } = METHODS[method];
  return [
    ...PARAMETERS.filter((name) => needs[name] === 'required'),
    ...(needs.merchant === 'required' ? MERCHANT_PARAMETERS : []),
  ];
}

/** Raises `parameter_missing` for the first parameter that the method lacks. Rule: billing/needs. */
export function requireParameters(form: BillingForm): StartForm | FollowUpForm {
  const { method, ccToken, transactionID, amount, currency } = form;
  const needs: Needs = METHODS[method].needs;
  const missingName = PARAMETERS.find((name) => needs[name] === 'required' && form[name] === undefined);
  if (missingName) throw parameterMissing(method, missingName);
  if (needs.merchant === 'required' && form.merchant_id === undefined && form.merchantRef === undefined) {
    throw parameterMissing(method, 'merchant_id', "'merchant_id' or 'merchantRef'");
  }
  if (isStartMethod(method)) {
    // This only narrows the types: the table was checked above.
    if (ccToken === undefined || amount === undefined || currency === undefined) {
      throw parameterMissing(method, 'ccToken');
    }
    return { ...form, method, ccToken, amount, currency };
  }
  if (transactionID === undefined) throw parameterMissing(method, 'transactionID');
  return { ...form, method, transactionID };
}

export function isStart(form: StartForm | FollowUpForm): form is StartForm {
  return isStartMethod(form.method);
}

/** The id that a start gives its own transaction. */
export function ownTransactionId({ method, transactionID }: BillingForm): string | undefined {
  return METHODS[method].needs.transactionID === 'optional' ? transactionID : undefined;
}

/** For an id that another start has taken. */
export function transactionExists(): ServiceError {
  return new ServiceError(
    'transaction_id_exists',
    'Cannot start the payment: a transaction with this id exists with other parameters, expected a new id',
    { param: 'transactionID' },
  );
}

/**
 * Parameters without a meaning for the method: a follow-up's payment already has its order, and needs no security code
 * again.
 */
export function unusedBy(form: BillingForm): readonly string[] {
  if (isStartMethod(form.method)) return [];
  return (['orderID', 'encrypted_cvv'] as const).filter((name) => form[name] !== undefined);
}

function parameterMissing(method: BillingMethod, param: string, parameter = `'${param}'`) {
  return new ServiceError('parameter_missing', `Cannot bill ${method}: found no ${parameter}, required`, {
    param,
  });
}
