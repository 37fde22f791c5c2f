import { texts } from 'virtual:texts/en';
import { expect, it } from 'vitest';
import { createDialogs } from '../../test-kit/dialogs.ts';
import type { DialogContent } from './dialog-stack.ts';

function setUp() {
  const said: string[] = [];
  const { locale, dialogs } = createDialogs({
    texts,
    page: {
      drawDialog: ({ css, lang }) => said.push(`${css} ${lang}`),
      closeDialog: () => said.push('close'),
    },
    focus: { keep: () => said.push('keep focus'), giveBack: () => said.push('give back') },
  });
  const drawing = (name: string): DialogContent => ({
    begin: ({ lang }) => ({ css: `${name} begins`, lang, dir: 'ltr' }),
    draw: ({ lang }) => ({ css: name, lang, dir: 'ltr' }),
    press: (pressed) => said.push(`${name} ${pressed}`),
  });
  return { dialogs, said, locale, one: drawing('one'), two: drawing('two') };
}

it('has the newest on the page, and what that covered once it is closed', () => {
  const { dialogs, said, one, two } = setUp();
  dialogs.open(one);
  dialogs.open(two);
  dialogs.draw(one);
  dialogs.press('stop');
  dialogs.close(two);
  dialogs.press('stop');
  dialogs.close(one);
  dialogs.press('stop');
  expect(said).toEqual([
    'keep focus',
    'one begins en',
    'close',
    'two begins en',
    'two stop',
    'close',
    'one begins en',
    'one stop',
    'close',
    'give back',
  ]);
});

it('closes what is covered without a word to the page', () => {
  const { dialogs, said, one, two } = setUp();
  dialogs.open(one);
  dialogs.open(two);
  said.length = 0;
  dialogs.close(one);
  dialogs.close(two);
  dialogs.close(two);
  expect(said).toEqual(['close', 'give back']);
});

it('draws what has changed alone, and in another language at once', async () => {
  const { dialogs, said, locale, one } = setUp();
  dialogs.open(one);
  dialogs.open(one);
  dialogs.draw(one);
  dialogs.draw(one);
  await locale.show('de');
  expect(said).toEqual(['keep focus', 'one begins en', 'one en', 'one de']);
});
