import { eq } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import { afterAll, expect, test } from 'vitest';
import { accounts } from '../tables/accounts.ts';
import { billWithCallback, openTestWorker } from '../test-kit/test-callbacks.ts';
import { openTestReceiver } from '../test-kit/test-receiver.ts';
import { openTestShop } from '../test-kit/test-shop.ts';
import { rotateWebhookSecret, signingSecrets, webhookSecret } from './webhook-secrets.ts';

const shop = await openTestShop();
afterAll(shop.close);

async function account() {
  const [row] = await shop.context.db.select().from(accounts).where(eq(accounts.id, shop.accountId));
  if (!row) throw new Error('no account');
  return row;
}

test('rotateWebhookSecret lets both secrets verify for a day, then the new one alone', async () => {
  const receiver = await openTestReceiver();
  const worker = openTestWorker(shop);
  const received = async () => {
    await billWithCallback(shop, { url: receiver.url });
    shop.advance(0.25);
    await worker.runDue();
    const request = receiver.received.at(-1);
    if (!request) throw new Error('nothing received');
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    return (secret: string) => new Webhook(secret).verify(request.body, headers);
  };
  const old = webhookSecret(shop.context, await account());
  const { secret: rotated } = await rotateWebhookSecret(shop.context, await account());
  expect(rotated).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(signingSecrets(shop.context, await account())).toEqual([rotated, old]);
  const during = await received();
  expect(during(old)).toMatchObject({ notification_details: { info: 'SALE_SUCCEEDED' } });
  expect(during(rotated)).toEqual(during(old));
  shop.advance(86_400);
  const after = await received();
  expect(after(rotated)).toMatchObject({ notification_details: { isSuccess: '1' } });
  expect(() => after(old)).toThrow('No matching signature');
  await worker.stop();
  await receiver.close();
});

test('rotateWebhookSecret is refused while two secrets sign, of two at once as well, and says until when', async () => {
  const before = await account();
  const old = webhookSecret(shop.context, before);
  const both = await Promise.allSettled([1, 2].map(() => rotateWebhookSecret(shop.context, before)));
  const [newSecret] = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value.secret] : []));
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(signingSecrets(shop.context, await account())).toEqual([newSecret, old]);
  const again = new Date(shop.context.clock.now().getTime() + 86_400_000).toISOString();
  await expect(rotateWebhookSecret(shop.context, await account())).rejects.toMatchObject({
    code: 'webhook_secret_limit',
    message: expect.stringContaining(again),
  });
  expect(signingSecrets(shop.context, await account())).toEqual([newSecret, old]);
  shop.advance(86_400);
  const { secret: next } = await rotateWebhookSecret(shop.context, await account());
  expect(signingSecrets(shop.context, await account())).toEqual([next, newSecret]);
});
