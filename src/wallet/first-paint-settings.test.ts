import { describe, expect, it } from 'vitest';
import { readFirstPaintSettings } from './first-paint-settings.ts';

describe('readFirstPaintSettings', () => {
  it('takes all that it knows from the fragment', () => {
    const settings = {
      view: 'MANAGE',
      theme: 'dark',
      pageTheme: 'light',
      labels: 'floating',
      express: 'paypal',
    };
    expect(
      readFirstPaintSettings('#view=MANAGE&theme=dark&page=light&labels=floating&express=paypal'),
    ).toEqual(settings);
  });

  it.each(['', '#', '#view=manage&theme=blue&page=red'])(
    'takes "%s" for a checkout in the shopper\'s own theme',
    (fragment) => {
      const settings = { view: 'CHECKOUT', theme: 'auto', pageTheme: 'auto', labels: 'above', express: '' };
      expect(readFirstPaintSettings(fragment)).toEqual(settings);
    },
  );
});
