import { expect, test } from 'vitest';
import { code, freshKey, freshPage, payment, settings } from './test-service/client.ts';

// A file of its own: a policy stays for as long as its document does.
test('a frame that the policy of the page refuses is frame_blocked at once', async () => {
  const { auth, wallet } = freshPage();
  wallet.on('error', () => {});
  document.head.insertAdjacentHTML(
    'beforeend',
    `<meta http-equiv="Content-Security-Policy" content="frame-src 'self'">`,
  );
  await auth.connect({ publishableKey: freshKey(), refreshToken: 'ok' });
  const before = performance.now();
  expect(await code(wallet.init(settings, payment()))).toBe('frame_blocked');
  expect(performance.now() - before).toBeLessThan(2500);
  expect(document.querySelector('iframe')).toBeNull();
});
