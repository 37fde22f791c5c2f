import type { MerchantClient } from 'embeddable-wallet/server';
import type { Shopper } from '../settings/choices.ts';

type Answer = Awaited<ReturnType<MerchantClient['refreshToken']>>;

/** How long a session that was made with a page waits for that page to take it. */
const FOR_THE_PAGE_MS = 60_000;

export type Sessions = ReturnType<typeof openSessions>;

/** The wallet's sessions of this shop's shoppers. */
export function openSessions({ service, merchantId }: { service: MerchantClient; merchantId: number }) {
  const kinds = new Map<string, Shopper>();
  const made = new Map<string, { readonly as: Shopper; readonly answer: Answer; readonly at: number }>();

  const ask = (shopper: string, as: Shopper) => {
    const user = as === 'user' ? { externalID: shopper } : {};
    return service.refreshToken({ ...user, merchant_id: merchantId });
  };
  return {
    /** Makes it with the page, whose frame shows its hint; the page takes it by `start`. */
    async prepare(shopper: string, as: Shopper): Promise<Answer> {
      const answer = await ask(shopper, as);
      made.set(shopper, { as, answer, at: Date.now() });
      return answer;
    },
    async start(shopper: string, as: Shopper): Promise<Answer> {
      kinds.set(shopper, as);
      const last = made.get(shopper);
      made.delete(shopper);
      return last?.as === as && Date.now() - last.at < FOR_THE_PAGE_MS ? last.answer : ask(shopper, as);
    },
    /** The kind that a shopper last asked for; a real shop knows it from its login. */
    kindOf: (shopper: string) => kinds.get(shopper),
  };
}
