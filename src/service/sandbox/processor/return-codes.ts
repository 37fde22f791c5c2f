import type { DeclineCode } from '../../../contract/errors/errors.ts';

type ReturnCode = { readonly text: string; readonly declineCode: DeclineCode };

/** ISO 8583 response codes that the sandbox answers with; `1A` is the networks' soft decline. */
export const RETURN_CODES = {
  '05': { text: 'Do not honor', declineCode: 'do_not_honor' },
  '12': { text: 'Invalid transaction', declineCode: 'do_not_honor' },
  '14': { text: 'Invalid card number', declineCode: 'invalid_number' },
  '41': { text: 'Lost card', declineCode: 'lost_card' },
  '43': { text: 'Stolen card', declineCode: 'stolen_card' },
  '51': { text: 'Insufficient funds', declineCode: 'insufficient_funds' },
  '54': { text: 'Expired card', declineCode: 'expired_card' },
  '57': { text: 'Transaction not permitted to cardholder', declineCode: 'card_not_supported' },
  '59': { text: 'Suspected fraud', declineCode: 'suspected_fraud' },
  '61': { text: 'Exceeds amount limit', declineCode: 'amount_limit' },
  '62': { text: 'Restricted card', declineCode: 'card_not_supported' },
  '65': { text: 'Exceeds frequency limit', declineCode: 'velocity_exceeded' },
  '82': { text: 'Wrong security code', declineCode: 'incorrect_cvc' },
  '91': { text: 'Issuer unavailable', declineCode: 'issuer_unavailable' },
  '96': { text: 'Processing error', declineCode: 'processing_error' },
  '1A': { text: 'Authentication required', declineCode: 'authentication_required' },
} as const satisfies Record<string, ReturnCode>;

export type DeclineReturnCode = keyof typeof RETURN_CODES;

export function isDeclineReturnCode(code: string): code is DeclineReturnCode {
  return Object.hasOwn(RETURN_CODES, code);
}
