import type { Acquirer, AcquirerCall, Reply } from '../../../base/processor/acquirer.ts';
import type {
  CompletionQuestion,
  FollowUpQuestion,
  StartQuestion,
} from '../../../base/processor/acquirer-question.ts';
import type { AdyenSettings } from './adyen-settings.ts';
import { askAdyen } from './ask-adyen.ts';
import { modificationOf, modificationReply, refusedHere } from './modifications.ts';
import { paymentReply } from './payment-reply.ts';
import { paymentRequest } from './payment-request.ts';
import { readReportText } from './settlement-report.ts';
import { readWebhook } from './webhook.ts';

type Asking = { readonly settings: AdyenSettings; readonly call: AcquirerCall };

/**
 * Adyen by its Checkout API 71, with raw card data. Its own library is not used: it has no deadline that holds, no `fetch` of a
 * caller, and no way to tell what was never sent.
 */
export function adyenAcquirer(settings: AdyenSettings): Acquirer {
  const severalCaptures = (merchantAccount: string) =>
    settings.accountsWithSeveralCaptures.includes(merchantAccount);
  const start = (question: StartQuestion, call: AcquirerCall) => askStart(question, { settings, call });
  const modify = (question: FollowUpQuestion, call: AcquirerCall) =>
    askModification(question, { settings, call, severalCaptures: severalCaptures(question.merchantAccount) });
  return {
    name: 'adyen',
    isLive: settings.endpoint.kind === 'live',
    keyLifeMs: settings.keyLifeMs,
    isAsynchronous: (kind) => kind !== 'authorise' && kind !== 'sale',
    supports: { cancelOfCapture: false, cancelByReference: true, severalCaptures },
    authorise: start,
    sale: start,
    capture: modify,
    refund: modify,
    cancel: modify,
    completeAuthentication: (question, call) => askCompletion(question, { settings, call }),
    readNotification: (raw) => readWebhook(raw, settings),
    readReport: readReportText,
  };
}

async function askStart(question: StartQuestion, asking: Asking): Promise<Reply> {
  const { key, reference, amount, currency, authentication } = question;
  if (amount === 0) return refusedHere('amount_zero', 'Nothing would be paid');
  const body = paymentRequest(question, asking.settings.returnUrl);
  const outcome = await askAdyen({ path: '/payments', key, body }, asking);
  if (outcome.kind !== 'answered') return outcome;
  const mayRedirect = authentication.kind === 'wanted';
  return paymentReply(outcome.body, { mayRedirect, reference, money: { amount, currency } });
}

/** `redirectResult` may be of another payment: only an answer that names ours is an approval of ours. */
async function askCompletion(question: CompletionQuestion, asking: Asking): Promise<Reply> {
  const { key, payment, amount, currency } = question;
  const { redirectResult } = question.returned;
  if (redirectResult === undefined || redirectResult === '') {
    return refusedHere('return_unreadable', 'The return address has no redirectResult');
  }
  const body = { details: { redirectResult } };
  const outcome = await askAdyen({ path: '/payments/details', key, body }, asking);
  if (outcome.kind !== 'answered') return outcome;
  const { reference } = payment;
  const money = { amount, currency };
  return paymentReply(outcome.body, { mayRedirect: true, mustNameReference: true, reference, money });
}

async function askModification(
  question: FollowUpQuestion,
  { severalCaptures, ...asking }: Asking & { readonly severalCaptures: boolean },
): Promise<Reply> {
  const modification = modificationOf(question, { severalCaptures });
  if ('kind' in modification) return modification;
  const outcome = await askAdyen({ ...modification, key: question.key }, asking);
  return outcome.kind === 'answered' ? modificationReply(outcome.body, question) : outcome;
}
