import { describe, expect, it } from 'vitest';
import { readFirstPaintSettings } from './first-paint-settings.ts';

describe('readFirstPaintSettings', () => {
  it('takes all that it knows from the fragment', () => {
    const hints = { view: 'MANAGE', theme: 'dark', page: 'light', labels: 'floating', express: 'paypal' };
    expect(
      readFirstPaintSettings('#view=MANAGE&theme=dark&page=light&labels=floating&express=paypal'),
    ).toEqual(hints);
  });

  it.each(['', '#', '#view=manage&theme=blue&page=red'])(
    'takes "%s" for a checkout in the shopper\'s own theme',
    (fragment) => {
      const hints = { view: 'CHECKOUT', theme: 'auto', page: 'auto', labels: 'above', express: '' };
      expect(readFirstPaintSettings(fragment)).toEqual(hints);
    },
  );
});
