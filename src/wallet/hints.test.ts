import { describe, expect, it } from 'vitest';
import { readHints } from './hints.ts';

describe('readHints', () => {
  it('takes all that it knows from the fragment', () => {
    const hints = { view: 'MANAGE', theme: 'dark', page: 'light', labels: 'floating' };
    expect(readHints('#view=MANAGE&theme=dark&page=light&labels=floating')).toEqual(hints);
  });

  it.each(['', '#', '#view=manage&theme=blue&page=red'])(
    'takes "%s" for a checkout in the shopper\'s own theme',
    (fragment) => {
      expect(readHints(fragment)).toEqual({ view: 'CHECKOUT', theme: 'auto', page: 'auto', labels: 'above' });
    },
  );
});
