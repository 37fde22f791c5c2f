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

test('importing the module where there is neither window nor document does nothing', async () => {
  // The dev server puts the build's constants on window only.
  const source = `
    self.__SDK_VERSION__ = '0.0.0';
    Promise.all([import('${addressOf('./index.ts')}'), import('${addressOf('./global.ts')}')]).then(
      ([index]) => postMessage({ exported: Object.keys(index).sort(), global: typeof self.sdk }),
      (error) => postMessage(String(error)),
    );`;
  const worker = new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })));
  const answer = await new Promise((resolve) => {
    worker.onmessage = ({ data }) => resolve(data);
  });
  worker.terminate();
  expect(answer).toEqual({ exported: ['SdkError', 'sdk'], global: 'undefined' });
});

function addressOf(file: string): string {
  return new URL(file, import.meta.url).href;
}
