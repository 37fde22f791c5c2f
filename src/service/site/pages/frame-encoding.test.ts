import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { frameEncoder } from './frame-encoding.ts';

const shared = '<p>a card form</p>'.repeat(4000);

describe('frameEncoder', () => {
  const encode = frameEncoder();

  test.each([1, 2, 255, 256, 257, 600, 65_535, 65_536])(
    'ends a brotli stream with %i raw bytes',
    async (length) => {
      const own = 'é'.repeat(length / 2) + 'x'.repeat(length % 2);
      const bytes = await encode({ sharedText: shared, ownText: own }, 'br');
      expect(brotliDecompressSync(bytes).toString()).toBe(shared + own);
      expect(bytes.length).toBeLessThan(length + 200);
    },
  );

  test('keeps apart documents that share nothing', async () => {
    const other = await encode({ sharedText: 'other', ownText: 'x' }, 'br');
    expect(brotliDecompressSync(other).toString()).toBe('otherx');
  });

  test('refuses an own part that fits no block', async () => {
    await expect(encode({ sharedText: shared, ownText: 'x'.repeat(65_537) }, 'br')).rejects.toThrow(
      '65537 bytes',
    );
  });

  test('encodes otherwise as well', async () => {
    expect(gunzipSync(await encode({ sharedText: shared, ownText: 'x' }, 'gzip')).toString()).toBe(
      `${shared}x`,
    );
    expect(Buffer.from(await encode({ sharedText: shared, ownText: 'x' }, 'identity')).toString()).toBe(
      `${shared}x`,
    );
  });
});
