import { describe, expect, test, vi } from 'vitest';
import { startEngineThread } from './engine-thread.ts';

const thread = (source: string) => new URL(`data:text/javascript,${encodeURIComponent(source)}`);
const options = { directory: 'unused', durability: 'full' } as const;
const port = `import { parentPort } from 'node:worker_threads';`;

describe('startEngineThread', () => {
  test('refuses with the reason the thread gives', async () => {
    const program = thread(
      `${port} parentPort.postMessage({ kind: 'refused', code: 'store_corrupt', message: 'no' })`,
    );
    const starting = startEngineThread({ ...options, program, onStopped: () => {} });
    await expect(starting).rejects.toMatchObject({ code: 'store_corrupt', message: 'no' });
  });

  test.each([
    ['cannot run', 'nonsense('],
    ['ends without a word', ''],
  ])('refuses when the thread %s', async (_, source) => {
    const starting = startEngineThread({ ...options, program: thread(source), onStopped: () => {} });
    await expect(starting).rejects.toMatchObject({ code: 'store_stopped' });
  });

  test('rejects what was asked of a thread that ends, says so once, and accepts nothing more', async () => {
    const program = thread(`${port} parentPort.on('message', () => process.exit(3));
      parentPort.postMessage({ kind: 'ready' })`);
    const onStopped = vi.fn();
    const engine = await startEngineThread({ ...options, program, onStopped });
    const stopped = { code: 'store_stopped' };
    const queries = [engine.query('select 1', [], 'array'), engine.query('select 2', [], 'array')];
    for (const query of queries) await expect(query).rejects.toMatchObject(stopped);
    await expect(engine.query('select 3', [], 'array')).rejects.toMatchObject(stopped);
    expect(onStopped).toHaveBeenCalledOnce();
    await engine.close();
  });
});
