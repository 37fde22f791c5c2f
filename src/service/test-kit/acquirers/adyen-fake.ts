import { randomBytes } from 'node:crypto';
import type { LedgerEntry } from '../../payments/connectors/conformance/bench.ts';

/** The vendor as we understand its document: payments, modifications that end later, keys. */
export type AdyenPayment = {
  readonly pspReference: string;
  readonly reference: string;
  readonly kind: 'authorise' | 'sale';
  readonly merchantAccount: string;
  readonly amount: { readonly currency: string; readonly value: number };
  status: LedgerEntry['status'];
  /** `refusalReasonCode`. */
  refusal: string | undefined;
  isTold: boolean;
};
export type AdyenModification = {
  readonly pspReference: string;
  readonly reference: string;
  readonly kind: 'capture' | 'refund' | 'cancel';
  readonly eventCode: string;
  readonly payment: AdyenPayment | undefined;
  readonly merchantAccount: string;
  readonly amount: { readonly currency: string; readonly value: number };
  status: LedgerEntry['status'];
  readonly willFail: boolean;
};

type VendorRequest = { readonly path: string; readonly key: string; readonly body: string };
export type VendorAnswer = { readonly status: number; readonly body: object };

/** Cards of the vendor's that behave in a way; all others are approved. */
export const ADYEN_CARDS = { declined: '4000020000000000', demanding: '4212345678901237' } as const;

type Body = {
  readonly merchantAccount: string;
  readonly reference: string;
  readonly amount: { readonly currency: string; readonly value: number };
  readonly paymentMethod: { readonly number: string; readonly holderName?: string };
  readonly mpiData?: object;
  readonly authenticationData?: { readonly attemptAuthentication: string };
  readonly captureDelayHours?: number;
  readonly additionalData?: { readonly manualCapture?: string };
  readonly paymentReference?: string;
  readonly details?: { readonly redirectResult: string };
};

export type AdyenFake = {
  readonly payments: AdyenPayment[];
  readonly modifications: AdyenModification[];
  answer(request: VendorRequest): VendorAnswer;
  forgetKeys(): void;
  letNextFail(): void;
  /** Ends what is pending, and returns what ended since. */
  endPending(): readonly (AdyenPayment | AdyenModification)[];
};

const pspReference = () => randomBytes(8).toString('hex').toUpperCase();

export function adyenFake(merchantAccount: string): AdyenFake {
  const payments: AdyenPayment[] = [];
  const modifications: AdyenModification[] = [];
  const answers = new Map<string, { readonly body: string; readonly answer: VendorAnswer }>();
  let willFail = false;
  const act = ({ path, body: text }: VendorRequest): VendorAnswer => {
    const body = JSON.parse(text) as Body;
    if (body.details) return completed(payments, body.details.redirectResult);
    if (body.merchantAccount !== merchantAccount) return refusal(403, '901', 'Invalid Merchant Account');
    if (path === '/payments') return pay(payments, body);
    const modification = modificationOf(path, { body, payments, willFail });
    willFail = false;
    if (!modification) return refusal(422, '167', 'Original pspReference required for this operation');
    modifications.push(modification);
    return receivedAnswer(modification, body);
  };
  return {
    payments,
    modifications,
    answer(request) {
      const known = answers.get(request.key);
      if (known) {
        return known.body === request.body
          ? known.answer
          : refusal(422, '702', 'Key used for another request');
      }
      const answer = act(request);
      if (answer.status < 300) answers.set(request.key, { body: request.body, answer });
      return answer;
    },
    forgetKeys: () => answers.clear(),
    letNextFail: () => {
      willFail = true;
    },
    endPending() {
      const starts = payments.filter(({ isTold, status }) => !isTold && status !== 'pending');
      for (const payment of starts) payment.isTold = true;
      const ended = modifications.filter(({ status }) => status === 'pending');
      for (const each of ended) each.status = isAllowed(each, modifications) ? 'approved' : 'declined';
      return [...starts, ...ended];
    },
  };
}

function pay(payments: AdyenPayment[], body: Body): VendorAnswer {
  const { reference, amount, merchantAccount, captureDelayHours, paymentMethod } = body;
  const kind = captureDelayHours === 0 ? 'sale' : 'authorise';
  const refusalCode = refusalOf(body);
  const isAsked =
    paymentMethod.number === ADYEN_CARDS.demanding && !body.mpiData && refusalCode === undefined;
  const status = isAsked ? 'pending' : refusalCode === undefined ? 'approved' : 'declined';
  const payment: AdyenPayment = {
    pspReference: pspReference(),
    reference,
    kind,
    merchantAccount,
    amount,
    status,
    refusal: refusalCode,
    isTold: false,
  };
  payments.push(payment);
  if (!isAsked) return ended(payment);
  const url = `https://checkoutshopper-test.adyen.com/checkoutshopper/threeDS/redirect?MD=${payment.pspReference}`;
  const action = { type: 'redirect', paymentMethodType: 'scheme', method: 'GET', url };
  const { pspReference: own } = payment;
  return { status: 200, body: { pspReference: own, resultCode: 'RedirectShopper', action } };
}

/** As the holder's name asks, "Authentication required" where a card demands what nobody may do, "Not enough balance" for the poor one. */
function refusalOf({ paymentMethod, mpiData, authenticationData }: Body): string | undefined {
  const { number, holderName } = paymentMethod;
  if (holderName === 'CARD_EXPIRED') return '6';
  if (number === ADYEN_CARDS.declined) return '12';
  const isForbidden = authenticationData?.attemptAuthentication === 'never' && !mpiData;
  return number === ADYEN_CARDS.demanding && isForbidden ? '38' : undefined;
}

function ended(
  { pspReference: own, reference, refusal: code, amount }: AdyenPayment,
  threeDs: Readonly<Record<string, string>> = {},
): VendorAnswer {
  const ids = { pspReference: own, merchantReference: reference };
  if (code !== undefined) {
    const refusalReason =
      { '6': 'Expired Card', '12': 'Not enough balance', '38': 'Authentication required' }[code] ??
      '3D Not Authenticated';
    return { status: 200, body: { ...ids, resultCode: 'Refused', refusalReason, refusalReasonCode: code } };
  }
  const additionalData = {
    authCode: '044925',
    cvcResult: '1 Matches',
    networkTxReference: '016150703802094',
    ...threeDs,
  };
  return { status: 200, body: { ...ids, additionalData, amount, resultCode: 'Authorised' } };
}

/** What the bank said comes back by `redirectResult`: here the payment and Y or N. */
function completed(payments: AdyenPayment[], redirectResult: string): VendorAnswer {
  const [own, said] = redirectResult.split('!');
  const payment = payments.find(({ pspReference: psp }) => psp === own);
  if (!payment) return refusal(422, '14_015', 'The redirect result cannot be read');
  if (payment.status === 'pending') {
    payment.status = said === 'Y' ? 'approved' : 'declined';
    payment.refusal = said === 'Y' ? undefined : '11';
  }
  return ended(payment, {
    threeDOfferedResponse: 'C',
    threeDAuthenticatedResponse: said === 'Y' ? 'Y' : 'N',
  });
}

const EVENTS: Readonly<Record<string, readonly [AdyenModification['kind'], string]>> = {
  captures: ['capture', 'CAPTURE'],
  refunds: ['refund', 'REFUND'],
  cancels: ['cancel', 'CANCELLATION'],
  reversals: ['cancel', 'CANCEL_OR_REFUND'],
};

type Known = { readonly body: Body; readonly payments: AdyenPayment[]; readonly willFail: boolean };

function modificationOf(path: string, { body, payments, willFail }: Known): AdyenModification | undefined {
  const { merchantAccount, reference } = body;
  const own = {
    pspReference: pspReference(),
    reference,
    merchantAccount,
    willFail,
    status: 'pending' as const,
  };
  if (path === '/cancels') {
    const payment = payments.find(({ reference: ours }) => ours === body.paymentReference);
    const amount = payment?.amount ?? { currency: 'EUR', value: 0 };
    return { ...own, kind: 'cancel', eventCode: 'TECHNICAL_CANCEL', payment, amount };
  }
  const [, psp, what = ''] = /^\/payments\/(\w+)\/(\w+)$/.exec(path) ?? [];
  const payment = payments.find(({ pspReference: paid }) => paid === psp);
  const event = EVENTS[what];
  if (!payment || !event) return undefined;
  const [kind, eventCode] = event;
  return { ...own, kind, eventCode, payment, amount: body.amount ?? payment.amount };
}

function receivedAnswer(modification: AdyenModification, body: Body): VendorAnswer {
  const { pspReference: own, merchantAccount, reference, payment, eventCode } = modification;
  const ids = { merchantAccount, reference, pspReference: own, status: 'received' };
  if (eventCode === 'TECHNICAL_CANCEL') {
    return { status: 201, body: { ...ids, paymentReference: body.paymentReference } };
  }
  const paymentPspReference = payment?.pspReference;
  const amount = body.amount ? { amount: body.amount } : {};
  return { status: 201, body: { ...ids, paymentPspReference, ...amount } };
}

/** The vendor's own ledger has the last word, when it ends a modification. */
function isAllowed(wanted: AdyenModification, modifications: readonly AdyenModification[]): boolean {
  const { payment, kind, amount, willFail } = wanted;
  if (!payment || willFail || payment.status !== 'approved') return false;
  const sum = (of: AdyenModification['kind']) =>
    modifications
      .filter((each) => each.payment === payment && each.kind === of && each.status === 'approved')
      .reduce((total, each) => total + each.amount.value, 0);
  const captured = payment.kind === 'sale' ? payment.amount.value : sum('capture');
  if (kind === 'capture') return captured + amount.value <= payment.amount.value;
  if (kind === 'refund') return sum('refund') + amount.value <= captured;
  return sum('cancel') === 0 && (wanted.eventCode === 'CANCEL_OR_REFUND' || captured === 0);
}

function refusal(status: number, errorCode: string, message: string): VendorAnswer {
  return { status, body: { status, errorCode, message, errorType: 'validation' } };
}
