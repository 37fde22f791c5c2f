import * as z from 'zod/mini';
import { isTransStatus } from '../../../../contract/billing/trans-status.ts';
import type { Reply } from '../../../base/processor/acquirer.ts';
import type { AcquirerMoney, ThreeDsResult } from '../../../base/processor/acquirer-question.ts';
import { PspReference } from './psp-reference.ts';
import { refusalOf } from './refusal-reasons.ts';

const PaymentResponse = z.object({
  resultCode: z.string(),
  pspReference: z.optional(PspReference),
  merchantReference: z.optional(z.string()),
  amount: z.optional(z.object({ currency: z.string(), value: z.int() })),
  refusalReason: z.optional(z.string()),
  refusalReasonCode: z.optional(z.string()),
  additionalData: z.optional(z.record(z.string(), z.unknown())),
  action: z.optional(
    z.object({
      type: z.string(),
      url: z.optional(z.string()),
      method: z.optional(z.string()),
      data: z.optional(z.record(z.string(), z.string())),
    }),
  ),
});
type PaymentResponse = z.infer<typeof PaymentResponse>;

/** What was asked, as far as the answer must fit it. */
export type Expected = {
  /** Whether the shopper may be led to the bank. */
  readonly mayRedirect: boolean;
  readonly reference: string;
  /** Whether money moves only by an answer that names the reference. A notification ends what is left in doubt. */
  readonly mustNameReference?: boolean | undefined;
  readonly money?: AcquirerMoney | undefined;
};

/** Reads a `PaymentResponse` or `PaymentDetailsResponse`. Whatever is not sure to be an end leaves it in doubt. */
export function paymentReply(body: unknown, expected: Expected): Reply {
  const parsed = PaymentResponse.safeParse(body);
  if (!parsed.success) return unknown('answer_unreadable');
  const response = parsed.data;
  const difference = differenceOf(response, expected);
  if (difference !== undefined) return unknown(difference);
  const { resultCode, pspReference } = response;
  switch (resultCode) {
    case 'Authorised':
      return pspReference === undefined ? unknown('psp_reference_missing') : approved(response, pspReference);
    case 'Refused':
    case 'Error':
    case 'Cancelled':
      return declined(response);
    case 'Pending':
    case 'Received':
      return pspReference === undefined
        ? unknown('psp_reference_missing')
        : { kind: 'received', processorReference: pspReference };
    case 'RedirectShopper':
      return expected.mayRedirect ? redirect(response) : authenticationRequired(response);
    case 'IdentifyShopper':
    case 'ChallengeShopper':
      return expected.mayRedirect ? unknown(`result_${resultCode}`) : authenticationRequired(response);
    default:
      // It may hide an authorisation.
      return unknown(`result_${resultCode.slice(0, 40)}`);
  }
}

const MONEY_RESULTS = new Set(['Authorised', 'Pending', 'Received']);

/** Money or a payment that we did not ask for is for a person to look at. */
function differenceOf(
  { resultCode, merchantReference, amount }: PaymentResponse,
  { reference, mustNameReference = false, money }: Expected,
) {
  if (merchantReference !== undefined && merchantReference !== reference) return 'reference_differs';
  const isNameless = merchantReference === undefined && MONEY_RESULTS.has(resultCode);
  if (mustNameReference && isNameless) return 'reference_missing';
  if (!amount || !money) return undefined;
  const isSame = amount.value === money.amount && amount.currency === money.currency;
  return isSame ? undefined : 'amount_differs';
}

function approved({ additionalData = {} }: PaymentResponse, processorReference: string): Reply {
  return {
    kind: 'approved',
    processorReference,
    authcode: textIn(additionalData, 'authCode') ?? '',
    networkTransactionId: textIn(additionalData, 'networkTxReference'),
    threeDs: threeDsIn(additionalData),
  };
}

function declined({ resultCode, refusalReason, refusalReasonCode, pspReference }: PaymentResponse): Reply {
  const isSystem = resultCode === 'Error' && refusalReasonCode === undefined;
  const reason = refusalOf({ code: isSystem ? '4' : refusalReasonCode, text: refusalReason });
  const text = reason.isKnown
    ? reason.text
    : `Unknown refusal reason ${refusalReasonCode ?? ''}: ${reason.text}`;
  const { returnCode, declineCode } = reason;
  return { kind: 'declined', processorReference: pspReference, returnCode, declineCode, text };
}

/** Nothing is held: the vendor authorises once the shopper has come back. */
function authenticationRequired({ pspReference }: PaymentResponse): Reply {
  return {
    kind: 'declined',
    processorReference: pspReference,
    returnCode: '1A',
    declineCode: 'authentication_required',
    text: 'The issuer demands 3-D Secure: use SALE_3DS or AUTH_3DS',
  };
}

function redirect({ action, pspReference }: PaymentResponse): Reply {
  const { type, url = '', method, data: form } = action ?? { type: '' };
  if (type !== 'redirect' || !URL.canParse(url) || new URL(url).protocol !== 'https:') {
    return unknown('redirect_unreadable');
  }
  const isPost = method?.toUpperCase() === 'POST';
  return { kind: 'redirect', processorReference: pspReference, url, method: isPost ? 'POST' : 'GET', form };
}

/** Undefined where the vendor does not send these members, which the merchant chooses in the Customer Area. */
function threeDsIn(data: Readonly<Record<string, unknown>>): ThreeDsResult | undefined {
  const transStatus = textIn(data, 'threeDAuthenticatedResponse') ?? textIn(data, 'threeDOfferedResponse');
  if (!isTransStatus(transStatus)) return undefined;
  return {
    transStatus,
    version: textIn(data, 'threeDSVersion'),
    eci: textIn(data, 'eci'),
    cavv: textIn(data, 'cavv'),
    dsTransactionId: textIn(data, 'dsTransID'),
  };
}

function textIn(data: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = data[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function unknown(reason: string): Reply {
  return { kind: 'unknown', reason };
}
