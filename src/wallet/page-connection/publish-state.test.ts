import { expect, test } from 'vitest';
import { tokensOf } from './publish-state.ts';

test('tokensOf names each variable after its custom property', () => {
  expect(tokensOf({ colorTextMuted: 'red', lineHeight: 1.5 })).toEqual([
    ['--color-text-muted', 'red'],
    ['--line-height', '1.5'],
  ]);
});
