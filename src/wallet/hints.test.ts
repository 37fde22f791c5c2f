import { describe, expect, it } from 'vitest';
import { readHints } from './hints.ts';

describe('readHints', () => {
  it('takes view and theme from the fragment', () => {
    expect(readHints('#view=MANAGE&theme=dark')).toEqual({ view: 'MANAGE', theme: 'dark' });
  });

  it.each(['', '#', '#view=manage&theme=blue'])(
    'takes "%s" for a checkout in the shopper\'s own theme',
    (fragment) => {
      expect(readHints(fragment)).toEqual({ view: 'CHECKOUT', theme: 'auto' });
    },
  );
});
