import type { DeclineCode } from '../../../../contract/errors/errors.ts';

type Refusal = {
  /** The vendor's words, which its webhooks have in place of the code. */
  readonly text: string;
  /** ISO 8583. */
  readonly returnCode: string;
  readonly declineCode: DeclineCode;
};

const refusal = (text: string, returnCode: string, declineCode: DeclineCode): Refusal => ({
  text,
  returnCode,
  declineCode,
});

/** By `refusalReasonCode`. Source: docs.adyen.com/development-resources/refusal-reasons; the mapping is ours. */
export const REFUSAL_REASONS: Readonly<Record<string, Refusal>> = {
  '2': refusal('Refused', '05', 'do_not_honor'),
  '3': refusal('Referral', '05', 'do_not_honor'),
  '4': refusal('Acquirer Error', '96', 'processing_error'),
  '5': refusal('Blocked Card', '62', 'card_not_supported'),
  '6': refusal('Expired Card', '54', 'expired_card'),
  '7': refusal('Invalid Amount', '12', 'do_not_honor'),
  '8': refusal('Invalid Card Number', '14', 'invalid_number'),
  '9': refusal('Issuer Unavailable', '91', 'issuer_unavailable'),
  '10': refusal('Not supported', '57', 'card_not_supported'),
  '11': refusal('3D Not Authenticated', '3D', 'authentication_failed'),
  '12': refusal('Not enough balance', '51', 'insufficient_funds'),
  '14': refusal('Acquirer Fraud', '59', 'suspected_fraud'),
  '15': refusal('Cancelled', '05', 'do_not_honor'),
  '16': refusal('Shopper Cancelled', '3D', 'cancelled_by_cardholder'),
  '17': refusal('Invalid Pin', '05', 'do_not_honor'),
  '18': refusal('Pin tries exceeded', '05', 'do_not_honor'),
  '19': refusal('Pin validation not possible', '05', 'do_not_honor'),
  '20': refusal('FRAUD', '59', 'suspected_fraud'),
  '21': refusal('Not Submitted', '96', 'processing_error'),
  '22': refusal('FRAUD-CANCELLED', '59', 'suspected_fraud'),
  '23': refusal('Transaction Not Permitted', '57', 'card_not_supported'),
  '24': refusal('CVC Declined', '82', 'incorrect_cvc'),
  '25': refusal('Restricted Card', '62', 'card_not_supported'),
  '26': refusal('Revocation Of Auth', '05', 'do_not_honor'),
  '27': refusal('Declined Non Generic', '05', 'do_not_honor'),
  '28': refusal('Withdrawal amount exceeded', '61', 'amount_limit'),
  '29': refusal('Withdrawal count exceeded', '65', 'velocity_exceeded'),
  '31': refusal('Issuer Suspected Fraud', '59', 'suspected_fraud'),
  '32': refusal('AVS Declined', '05', 'do_not_honor'),
  '33': refusal('Card requires online pin', '05', 'do_not_honor'),
  '34': refusal('No checking account available on Card', '05', 'do_not_honor'),
  '35': refusal('No savings account available on Card', '05', 'do_not_honor'),
  '36': refusal('Mobile pin required', '05', 'do_not_honor'),
  '37': refusal('Contactless fallback', '05', 'do_not_honor'),
  '38': refusal('Authentication required', '1A', 'authentication_required'),
  '39': refusal('RReq not received from DS', '3D', 'authentication_unavailable'),
  '40': refusal('Current AID is in Penalty Box', '05', 'do_not_honor'),
  '41': refusal('CVM Required Restart Payment', '05', 'do_not_honor'),
  '42': refusal('3DS Authentication Error', '3D', 'authentication_unavailable'),
  '46': refusal('Transaction blocked by Adyen to prevent excessive retry fees', '65', 'velocity_exceeded'),
};

const byCode = new Map(Object.entries(REFUSAL_REASONS));
const byText = new Map(Object.values(REFUSAL_REASONS).map((reason) => [plain(reason.text), reason]));

/** A refusal that the table does not know is a decline all the same. `isKnown`: whether the table has it. */
export function refusalOf({
  code,
  text = '',
}: {
  code?: string | undefined;
  text?: string | undefined;
}): Refusal & {
  readonly isKnown: boolean;
} {
  const known = byCode.get(code ?? '') ?? byText.get(plain(text));
  if (known) return { ...known, isKnown: true };
  return { text, returnCode: '05', declineCode: 'do_not_honor', isKnown: false };
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '');
}
