import { expect, test } from 'vitest';
import { SdkError, sdk } from './index.ts';
import { code } from './test-service/client.ts';

test('sdk.version is the version of the package', () => {
  expect(sdk.version).toMatch(/^\d+\.\d+\.\d+$/);
});

test('sdk of a module that the service did not serve asks for baseUrl', async () => {
  sdk.wallet.on('error', () => {});
  const connected = sdk.auth.connect({ publishableKey: 'pk_sandbox_demo', refreshToken: 'rt_sandbox_1' });
  await expect(connected).rejects.toBeInstanceOf(SdkError);
  await expect(connected).rejects.toMatchObject({ code: 'invalid_argument', param: 'baseUrl' });
  expect(await code(connected)).toBe('invalid_argument');
});

/** What a script answers where there is neither window nor document. */
async function onServer(script: string): Promise<unknown> {
  // The dev server puts the build's constants on window only.
  const source = `
    self.__SDK_VERSION__ = '0.0.0';
    self.addEventListener('unhandledrejection', ({ reason }) => postMessage('unhandled: ' + reason));
    Promise.all([import('${addressOf('./index.ts')}'), import('${addressOf('./global.ts')}')])
      .then(async ([index]) => { ${script} })
      .then(postMessage, (error) => postMessage(String(error)));`;
  const worker = new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })));
  const answer = await new Promise((resolve) => {
    worker.onmessage = ({ data }) => resolve(data);
  });
  worker.terminate();
  return answer;
}

test('importing the module where there is neither window nor document does nothing', async () => {
  const script = 'return { exported: Object.keys(index).sort(), global: typeof self.sdk };';
  expect(await onServer(script)).toEqual({ exported: ['SdkError', 'createSdk', 'sdk'], global: 'undefined' });
});

test('a call on a server rejects with not_in_browser, and is no unhandled rejection where nobody catches it', async () => {
  const answer = await onServer(`
    const { auth, wallet } = index.createSdk();
    wallet.on('error', () => {});
    const settings = { merchant_id: 1001, view: 'MANAGE' };
    const calls = [
      () => auth.connect({ publishableKey: 'pk', refreshToken: 'rt', baseUrl: 'http://127.0.0.1:9' }),
      () => wallet.init(settings),
      () => wallet.getPaymentMethod(),
      () => wallet.makeInstantPayment(),
      () => wallet.setLocale('de'),
    ];
    for (const call of calls) call();
    const codes = await Promise.all(calls.map((call) => call().then(() => '', ({ code }) => code)));
    await wallet.destroy();
    await new Promise((resolve) => setTimeout(resolve, 50));
    return codes;`);
  expect(answer).toEqual(Array(5).fill('not_in_browser'));
});

function addressOf(file: string): string {
  return new URL(file, import.meta.url).href;
}
