import { ServiceError } from '../../base/service-error.ts';
import type { MerchantRow } from '../../tables/accounts.ts';
import type { CardTokenRow } from '../../tables/payments.ts';
import type { StartForm } from './billing-forms.ts';
import { decimalText } from './money.ts';

type ApprovedStart = {
  readonly token: CardTokenRow;
  readonly merchant: MerchantRow;
  readonly form: StartForm;
  /** Minor units. */
  readonly amount: number;
};

/**
 * Refuses to start a payment that the token's shopper did not approve: at a merchant other than the one of its page or
 * sheet, or above the amount that the sheet showed. A shop may bill less. The refusal does not spend the token.
 * Rule: tokens/approval.
 */
export function refuseBeyondApproval({ token, merchant, form, amount }: ApprovedStart): void {
  const { merchantId, approvedAmount, approvedCurrency } = token;
  if (merchantId !== null && merchantId !== merchant.id) {
    const param = form.merchant_id === undefined ? 'merchantRef' : 'merchant_id';
    const found = `merchant '${merchant.ref}', expected the one whose page it comes from`;
    throw new ServiceError('merchant_not_allowed', `Cannot bill the card token: found ${found}`, { param });
  }
  if (approvedAmount === null || approvedCurrency === null) return;
  const approved = `${decimalText(approvedAmount, approvedCurrency)} ${approvedCurrency}`;
  if (form.currency !== approvedCurrency) {
    const found = `the currency ${form.currency}, but the shopper approved ${approved}`;
    throw new ServiceError('currency_mismatch', `Cannot bill the card token: found ${found}`, {
      param: 'currency',
    });
  }
  if (amount <= approvedAmount) return;
  throw new ServiceError(
    'amount_exceeds_approved',
    `Cannot bill the card token: found ${form.amount}, expected at most the approved ${approved}`,
    { param: 'amount' },
  );
}
