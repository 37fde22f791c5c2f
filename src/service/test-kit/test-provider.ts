import type { InstantAnswer, InstantPayment } from '../../contract/billing/instant-api.ts';
import type { ProviderRequest, ProviderResult } from '../base/processor/provider-gateway.ts';
import { simulation } from '../main/sandbox-dependencies.ts';
import type { TestShop } from './test-shop.ts';

type Values = Record<string, string>;
type Wallet = Awaited<ReturnType<TestShop['openWallet']>>;
type Outcome = ProviderResult['outcome'];

export const APPROVED: Outcome = {
  kind: 'approved',
  funding: { number: '4242424242424242', expMonth: 12, expYear: 2040 },
};

/** For tests: the wallet's side and the provider's side of one shop's payments. */
export function testProvider(shop: TestShop) {
  const start = (wallet: Wallet, values: Values = {}) =>
    shop.post('/wallet/api/v1/instant', { ...START, ...values }, wallet.authorization);
  const sheetOf = ({ provider_url: address = '' }: InstantPayment): ProviderRequest => {
    const signed = new URL(address).searchParams.get('request') ?? '';
    const request = simulation.readSheetRequest(shop.context, signed);
    if (!request) throw new Error(`no sheet at '${address}'`);
    return request;
  };
  const resultOf = ({ id, method, amount, currency }: ProviderRequest, outcome: Outcome): ProviderResult => ({
    id,
    method,
    amount,
    currency,
    outcome,
  });
  const tell = (result: ProviderResult) => {
    const body = JSON.stringify(result);
    const { headers } = simulation.signResult(shop.context, { id: result.id, body });
    return shop.post('/wallet/instant/results', { result: body }, { ...headers });
  };
  return {
    start,
    tell,
    resultOf,
    sheetOf,
    started: async (wallet: Wallet, values: Values = {}) => paymentIn(await start(wallet, values)),
    /** Makes the provider end the payment. */
    end: (payment: InstantPayment, outcome: Outcome) => tell(resultOf(sheetOf(payment), outcome)),
    read: async (wallet: Wallet, attempt = ATTEMPT) =>
      paymentIn(await shop.get(`/wallet/api/v1/instant/${attempt}`, wallet.authorization)),
    cancel: async (wallet: Wallet, attempt = ATTEMPT) =>
      paymentIn(await shop.post(`/wallet/api/v1/instant/${attempt}/cancel`, {}, wallet.authorization)),
  };
}

const ATTEMPT = 'attempt-0001';
const START: Values = {
  attempt: ATTEMPT,
  merchant_id: '1001',
  method: 'paypal',
  opens: 'window',
  currency: 'EUR',
  amount: '48.50',
};

async function paymentIn(answer: Response): Promise<InstantPayment> {
  if (!answer.ok) throw new Error(await answer.text());
  const { payment }: InstantAnswer = JSON.parse(await answer.text());
  return payment;
}
