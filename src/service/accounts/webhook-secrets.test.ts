import { eq } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import { afterAll, expect, test } from 'vitest';
import { billWithCallback, openTestWorker } from '../outbox/test-callbacks.ts';
import { openTestReceiver } from '../outbox/test-receiver.ts';
import { accounts } from '../tables/accounts.ts';
import { openTestShop } from '../testing/test-shop.ts';
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
    const got = receiver.received.at(-1);
    if (!got) throw new Error('nothing received');
    const headers = Object.fromEntries(
      Object.entries(got.headers).map(([name, value]) => [name, String(value)]),
    );
    return (secret: string) => new Webhook(secret).verify(got.body, headers);
  };
  const old = webhookSecret(shop.context, await account());
  const rotated = await rotateWebhookSecret(shop.context, await account());
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

test('rotateWebhookSecret lets the secret before it sign, also where two read the same one', async () => {
  const before = await account();
  const first = await rotateWebhookSecret(shop.context, before);
  const second = await rotateWebhookSecret(shop.context, before);
  expect(signingSecrets(shop.context, await account())).toEqual([second, first]);
});
