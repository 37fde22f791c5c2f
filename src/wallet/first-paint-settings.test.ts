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

  it('takes a ground in between, and no theme of that name', () => {
    expect(readFirstPaintSettings('#theme=dark&page=darkish')).toMatchObject({
      theme: 'dark',
      pageTheme: 'darkish',
    });
  });

  it.each(['', '#', '#view=manage&theme=blue&page=red'])(
    'takes "%s" for a checkout in the shopper\'s own theme',
    (fragment) => {
      const pageTheme = fragment.endsWith('red') ? 'red' : '';
      const settings = { view: 'CHECKOUT', theme: 'auto', pageTheme, labels: 'above', express: '' };
      expect(readFirstPaintSettings(fragment)).toEqual(settings);
    },
  );
});
