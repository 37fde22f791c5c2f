import { expect, test } from '@playwright/test';
import { freePort } from '../../support/stack/free-port.ts';
import { program, startStack } from '../../support/stack/stack.ts';

test('a second service on the same data directory refuses and names the first', async () => {
  const stack = await startStack();
  try {
    const port = await freePort();
    const environment = {
      DATA_DIR: stack.dataDir,
      SERVICE_PORT: String(port),
      INSPECTOR_PORT: String(await freePort()),
    };
    const second = program('dist/service/main.js', environment, `http://127.0.0.1:${port}/readyz`);
    await expect(second.start()).rejects.toThrow(/exited with [1-9]/);
    expect(second.output()).toMatch(/process \d+ on \S+ holds it/);
    expect((await fetch(`${stack.serviceUrl}/readyz`)).status).toBe(200);
  } finally {
    await stack.stop();
  }
});
