import { expect, test } from '@playwright/test';
import { freePort } from '../../support/stack/free-port.ts';
import { lookUp, post, textAt } from '../../support/stack/service-client.ts';
import { startStack } from '../../support/stack/stack.ts';
import { answerAtBank, openBox } from './bank.ts';

/** As behind a proxy that browsers alone reach, or whose certificate they alone trust. */
const PUBLIC = 'https://pay.localhost:1';

test('a challenge ends where the service cannot reach its own public address', async () => {
  const port = String(await freePort());
  const stack = await startStack({ BASE_URL: PUBLIC, SERVICE_PORT: port });
  try {
    const here = `http://127.0.0.1:${port}`;
    const form = { method: 'SALE_3DS', amount: '10', currency: 'GBP', merchant_id: '1001' };
    const { status, body } = await post(`${here}/wallet/api/v1/billing`, {
      ...form,
      ccToken: 'tok_sandbox_4242424242424242',
    });
    expect(textAt(body, 'transaction', '3ds_confirmation_box_url')).toContain(PUBLIC);
    const box = await openBox(here, { status, text: JSON.stringify(body), isReplay: false });
    expect((await answerAtBank(stack, box, 'Y')).status).toBe(200);
    expect(textAt(await lookUp(here, box.transactionId), 'status')).toBe('SUCCESS');
  } finally {
    await stack.stop();
  }
});
