import { texts } from 'virtual:texts/en';
import { expect, it, vi } from 'vitest';
import type { PageDialog } from '../../../contract/frame/page-dialog.ts';
import { createDialogs } from '../../test-kit/dialogs.ts';
import { createProviderDialog } from './provider-dialog.ts';

function setUp() {
  const drawDialog = vi.fn<(dialog: PageDialog) => void>();
  const { wallet, locale, dialogs } = createDialogs({
    texts,
    page: { drawDialog, closeDialog: () => {} },
    german: { 'provider.cancel': 'Abbrechen' },
  });
  const cancel = vi.fn();
  const names = ['PayPal', 'Google Pay'];
  const dialog = createProviderDialog({ dialogs, cancel, name: () => names.shift() ?? '' });
  const words = () => drawDialog.mock.lastCall?.[0].parts?.map(({ key, textContent }) => [key, textContent]);
  return { wallet, locale, dialogs, dialog, cancel, words, drawn: () => drawDialog.mock.lastCall?.[0] };
}

it('names the provider that is asked, and another that is asked for since', () => {
  const { dialog, words, drawn } = setUp();
  dialog.show();
  expect(words()).toEqual([
    ['text', expect.stringContaining('in the PayPal window')],
    ['proceed', 'Return to PayPal'],
    ['stop', 'Cancel'],
  ]);
  expect(drawn()).toMatchObject({ lang: 'en', ariaLabel: expect.stringContaining('in the PayPal window') });
  dialog.show();
  expect(words()?.[1]).toEqual(['proceed', 'Return to Google Pay']);
});

it('leaves going on to the page; Cancel and Escape end the payment', () => {
  const { dialog, dialogs, cancel } = setUp();
  dialog.show();
  dialogs.press('proceed');
  expect(cancel).not.toHaveBeenCalled();
  dialogs.press('stop');
  dialogs.press('Escape');
  expect(cancel).toHaveBeenCalledTimes(2);
});

it('speaks and looks as the wallet does while it stands', async () => {
  const { dialog, locale, wallet, words, drawn } = setUp();
  dialog.show();
  await locale.show('de');
  expect(words()?.[2]).toEqual(['stop', 'Abbrechen']);
  const variables = { fontFamily: 'Georgia', colorAccent: '#7a1f5c', colorField: '#fdf6fa' } as const;
  wallet.setAppearance({ theme: 'dark', variables });
  for (const css of ['color-scheme:dark;', 'font-family:Georgia;', 'linear-gradient(#fdf6fa,#fdf6fa)'])
    expect(drawn()?.css).toContain(css);
  expect(drawn()?.parts?.[1]?.css).toContain('background:#7a1f5c;');
});
