import { texts as german } from 'virtual:texts/de';
import { texts } from 'virtual:texts/en';
import { cleanup, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, describe, expect, test } from 'vitest';
import { cdp, userEvent } from 'vitest/browser';
import { type CardBrand, cardBrandCodes } from '../../contract/cards/card-brands.ts';
import { readFields } from '../card-input/read-fields.ts';
import { translator } from '../i18n/translate.ts';
import { type CardFormOptions, CardFormState } from '../state/card-form.ts';
import { violationsIn } from '../test-kit/violations.ts';
import { CardForm } from './CardForm.tsx';

const t = translator(texts);
const now = () => Date.parse('2026-11-21T00:00:00Z');

const show = (accepted: readonly CardBrand[] = cardBrandCodes, given: Partial<CardFormOptions> = {}) => {
  const model = new CardFormState({ accepted, now, ...given });
  render(<CardForm model={model} t={t} locale="en" offersSaving={true} />);
  return model;
};

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const number = () => field('Card number');
const expiry = () => field('Expiry date');
const code = () => field('Security code');
const name = () => field('Name on card');

/** The text with the caret in it. */
const caretIn = (input: HTMLInputElement) => {
  const at = input.selectionEnd ?? 0;
  return `${input.value.slice(0, at)}|${input.value.slice(at)}`;
};
const typeInto = async (input: HTMLInputElement, keys: string) => {
  input.focus();
  await userEvent.keyboard(keys);
};
/** What autofill and password managers do: a value and an event without keys. */
const fillWithoutKeys = (input: HTMLInputElement, value: string) => {
  input.value = value;
  input.dispatchEvent(new Event('input', { bubbles: true }));
};
const paste = async (input: HTMLInputElement, text: string) => {
  const source = document.body.appendChild(document.createElement('textarea'));
  source.value = text;
  source.select();
  await userEvent.copy();
  source.remove();
  input.focus();
  await userEvent.paste();
};
const error = (input: HTMLInputElement) => {
  const ids = input.getAttribute('aria-describedby')?.split(' ') ?? [];
  const texts = ids
    .map((id) => document.getElementById(id))
    .filter((part) => part?.className === 'field-error');
  expect(input.getAttribute('aria-invalid')).toBe(texts.length > 0 ? 'true' : null);
  return texts[0]?.textContent ?? null;
};
const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

type Protocol = { send: (method: string, params: object) => Promise<unknown> };

afterEach(cleanup);

describe('CardNumberField', () => {
  test('CardNumberField groups what is typed, without a gap at the end', async () => {
    show();
    await typeInto(number(), '4242');
    expect(caretIn(number())).toBe('4242|');
    await userEvent.keyboard('4');
    expect(caretIn(number())).toBe('4242 4|');
  });

  test('CardNumberField keeps the caret on an edit in the middle', async () => {
    const model = show();
    await typeInto(number(), '4242424242');
    number().setSelectionRange(2, 2);
    await userEvent.keyboard('9');
    await drawn();
    expect(caretIn(number())).toBe('429|4 2424 242');
    expect(model.values.number.value).toBe('42942424242');
  });

  test('CardNumberField lets Backspace after a gap and Delete before it take a digit', async () => {
    show();
    await typeInto(number(), '12345678');
    number().setSelectionRange(5, 5);
    await userEvent.keyboard('{Backspace}');
    await drawn();
    expect(caretIn(number())).toBe('123|5 678');
    await typeInto(number(), '4');
    number().setSelectionRange(4, 4);
    await userEvent.keyboard('{Delete}');
    await drawn();
    expect(caretIn(number())).toBe('1234| 678');
  });

  test('CardNumberField takes a paste over a selection, with one input event and the caret after it', async () => {
    show();
    await typeInto(number(), '42424242');
    number().setSelectionRange(2, 6);
    let events = 0;
    number().addEventListener('input', () => {
      events += 1;
    });
    await paste(number(), '1-1.1\u00a01');
    await drawn();
    expect(caretIn(number())).toBe('4211 11|24 2');
    expect(events).toBe(1);
  });

  test('CardNumberField reformats what autofill writes, and stays where it is', async () => {
    const model = show();
    number().focus();
    fillWithoutKeys(number(), '5555-5555-5555-4444');
    await drawn();
    expect(number().value).toBe('5555 5555 5555 4444');
    expect(model.values.number.value).toBe('5555555555554444');
    expect(document.activeElement).toBe(number());
  });

  test('CardNumberField takes digits through an input method, once', async () => {
    const model = show();
    number().focus();
    const session = cdp() as unknown as Protocol;
    await session.send('Input.imeSetComposition', { text: '４２４２４', selectionStart: 5, selectionEnd: 5 });
    await drawn();
    await session.send('Input.insertText', { text: '４２４２４' });
    await drawn();
    expect(caretIn(number())).toBe('4242 4|');
    expect(model.values.number.value).toBe('42424');
  });

  test('CardNumberField groups what a script fills in', async () => {
    show();
    await userEvent.fill(number(), '378282246310005');
    expect(number().value).toBe('3782 822463 10005');
  });

  test('CardNumberField takes no digit beyond the brand', async () => {
    show();
    await typeInto(number(), '5555555555554445');
    await userEvent.keyboard('9');
    expect(number().value).toBe('5555 5555 5555 4445');
  });

  test('CardNumberField undoes', async () => {
    show();
    await typeInto(number(), '42425');
    await userEvent.keyboard('{Control>}z{/Control}');
    expect(number().value).toBe('4242');
  });

  test('CardNumberField dims other brands and says the brand once', async () => {
    show(['VI', 'MC']);
    await typeInto(number(), '4');
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Visa card'));
    const row = screen.getByRole('img', { name: 'Accepted cards: Visa or Mastercard' });
    const dimmed = () => [...row.children].map((mark) => mark.classList.contains('brand-mark-dimmed'));
    await waitFor(() => expect(dimmed()).toEqual([false, true]));
    await userEvent.fill(number(), '378282246310005');
    await waitFor(() => expect(dimmed()).toEqual([false, false]));
  });
});

describe('CardForm moves on', () => {
  test('CardForm goes to the expiry after the last digit of a number of fixed length', async () => {
    show();
    await typeInto(number(), '5555555555554444');
    expect(document.activeElement).toBe(expiry());
  });

  test('CardForm stays at a Visa number of 16, typed', async () => {
    show();
    await typeInto(number(), '4242424242424242');
    expect(document.activeElement).toBe(number());
  });

  test('CardForm goes on from a Visa number of 16, pasted', async () => {
    show();
    await paste(number(), '4242 4242 4242 4242');
    expect(document.activeElement).toBe(expiry());
  });

  test('CardForm steps back on Backspace in an empty field, deleting nothing', async () => {
    show();
    await typeInto(number(), '42');
    await typeInto(expiry(), '{Backspace}');
    expect(document.activeElement).toBe(number());
    expect(number().value).toBe('42');
  });
});

describe('ExpiryField', () => {
  test.each([
    ['1227', '12 / 27'],
    ['1/27', '01 / 27'],
    ['327', '03 / 27'],
    ['13', '01 / 3'],
    ['12/2027', '12 / 27'],
    ['2027-12', '12 / 27'],
    ['12{Backspace}', '12'],
    ['12{Backspace}{Backspace}', '1'],
    ['1227{Backspace}{Backspace}', '12 / '],
  ])('ExpiryField shows the keys %s as %s', async (keys, shown) => {
    show();
    await typeInto(expiry(), keys);
    expect(expiry().value).toBe(shown);
  });

  test('ExpiryField understands what a password manager writes', async () => {
    const model = show();
    fillWithoutKeys(expiry(), '2027-12');
    await drawn();
    expect(expiry().value).toBe('12 / 27');
    expect(model.verdicts.expiry.value.kind).toBe('complete');
  });

  test('ExpiryField crosses the slash with one Delete or Backspace', async () => {
    show();
    await typeInto(expiry(), '1227');
    expiry().setSelectionRange(2, 2);
    await userEvent.keyboard('{Delete}');
    expect(caretIn(expiry())).toBe('12 / |7');
    await userEvent.keyboard('{Backspace}');
    expect(caretIn(expiry())).toBe('12| / 7');
    await userEvent.keyboard('{Backspace}');
    await drawn();
    expect(caretIn(expiry())).toBe('1| / 7');
  });

  test('ExpiryField tidies a date that is left', async () => {
    show();
    await typeInto(expiry(), '2027-1');
    await userEvent.tab();
    await waitFor(() => expect(expiry().value).toBe('01 / 27'));
  });

  test.each([
    ['١/٢٠٢٧', '01 / 27'],
    ['2027-05', '05 / 27'],
    ['05.2027', '05 / 27'],
    ['5 - 2027', '05 / 27'],
    ['2027/5', '05 / 27'],
    ['202705', '05 / 27'],
  ])('ExpiryField understands the paste %s', async (text, shown) => {
    show();
    await paste(expiry(), text);
    await drawn();
    expect(expiry().value).toBe(shown);
  });
});

const noDates = ['13/29', '13 / 2029', '1329', '12/31/2029', '31.12.29', '0/28'];

describe.each<['pasted' | 'filled']>([['pasted'], ['filled']])('ExpiryField with no date, %s', (way) => {
  test.each(noDates)('ExpiryField leaves %s as it came and is red at once', async (text) => {
    const model = show();
    if (way === 'pasted') await paste(expiry(), text);
    else fillWithoutKeys(expiry(), text);
    await waitFor(() => expect(error(expiry())).not.toBeNull());
    expect(expiry().value).toBe(text);
    await userEvent.tab();
    await drawn();
    expect(expiry().value).toBe(text);
    expect(model.submit()).toBeNull();
  });
});

describe('SecurityCodeField', () => {
  test('SecurityCodeField follows the brand, trimming and never wiping', async () => {
    show();
    await typeInto(code(), '12345');
    expect(code().value).toBe('1234');
    fillWithoutKeys(number(), '4242');
    await waitFor(() => expect(code().value).toBe('123'));
    fillWithoutKeys(number(), '3782');
    await waitFor(() => expect(code().value).toBe('1234'));
    expect(await screen.findByText('The 4 digits on the front of the card, above the number')).toBeTruthy();
  });

  test('SecurityCodeField takes digits of any script', async () => {
    show();
    await paste(code(), '१२३');
    expect(code().value).toBe('123');
  });
});

describe('CardForm messages', () => {
  test('CardForm says nothing while a number is being typed, and what is missing once it is left', async () => {
    show();
    await typeInto(number(), '4242');
    await drawn();
    expect(error(number())).toBeNull();
    await userEvent.tab();
    await waitFor(() => expect(error(number())).toContain('Some digits are missing'));
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe(error(number())));
    await typeInto(number(), '4');
    await waitFor(() => expect(error(number())).toBeNull());
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe(''));
  });

  test('CardForm takes back what it said once it is in another language, and says it no second time', async () => {
    const model = new CardFormState({ accepted: ['VI'], now });
    const { rerender } = render(<CardForm model={model} t={t} locale="en" offersSaving={true} />);
    await typeInto(number(), '34');
    await waitFor(() => expect(screen.getByRole('status').textContent).toContain('accepted here'));
    rerender(<CardForm model={model} t={translator(german)} locale="de" offersSaving={true} />);
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe(''));
    expect(error(field('Kartennummer'))).toContain('nicht akzeptiert');
  });

  test('CardForm says at once which cards are accepted', async () => {
    show(['VI', 'MC']);
    await typeInto(number(), '34');
    await waitFor(() =>
      expect(error(number())).toBe('This card isn’t accepted here. Use Visa or Mastercard'),
    );
    expect(screen.getByRole('status').textContent).toBe(error(number()));
  });

  test('CardForm says at once that a number of fixed length is wrong, and takes it back on Backspace', async () => {
    show();
    await typeInto(number(), '5555555555554445');
    await waitFor(() => expect(error(number())).toContain('Check the card number'));
    await userEvent.keyboard('{Backspace}');
    await waitFor(() => expect(error(number())).toBeNull());
  });

  test('CardForm waits for blur where the number may be longer', async () => {
    show();
    await typeInto(number(), '4242424242424241');
    await drawn();
    expect(error(number())).toBeNull();
    await userEvent.tab();
    await waitFor(() => expect(error(number())).toContain('Check the card number'));
  });

  test.each([
    ['1026', 'expired'],
    ['1250', 'Check the year'],
    ['00', 'month must be 01 to 12'],
  ])('CardForm judges the expiry %s at once: %s', async (keys, text) => {
    show();
    await typeInto(expiry(), keys);
    await waitFor(() => expect(error(expiry())).toContain(text));
  });

  test('CardForm lets an empty field be left in peace', async () => {
    show();
    number().focus();
    for (const _ of [1, 2, 3, 4, 5]) await userEvent.tab();
    await drawn();
    expect([name(), number(), expiry(), code()].map(error)).toEqual([null, null, null, null]);
  });

  test('CardForm shows everything on submit, says it once and goes to the first invalid field', async () => {
    const model = show();
    await typeInto(name(), 'Ada Lovelace');
    expect(model.submit()).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(number()));
    expect(error(name())).toBeNull();
    expect([number(), expiry(), code()].map((input) => error(input) !== null)).toEqual([true, true, true]);
    expect(screen.getByRole('status').textContent).toBe(
      '3 fields need your attention: Card number, Expiry date, and Security code',
    );
    expect(document.querySelectorAll('[role=alert], [role=status], [aria-live]').length).toBe(1);
  });

  test('CardForm hands over the card, typed by keyboard alone', async () => {
    const model = show();
    number().focus();
    await userEvent.keyboard('55555555555544441227{Tab}123{Tab}Ada Lovelace{Tab} ');
    expect(model.submit()).toEqual({
      number: '5555555555554444',
      expMonth: '12',
      expYear: '2027',
      securityCode: '123',
      holderName: 'Ada Lovelace',
    });
    expect(model.saveCard.value).toBe(true);
    expect(model.attention.value).toBeNull();
  });

  test('CardForm keeps digits, caret and messages when the accepted brands change', async () => {
    const model = show(['VI', 'MC']);
    await typeInto(number(), '4242424242');
    number().setSelectionRange(3, 3);
    model.accept(['mastercard']);
    await waitFor(() => expect(error(number())).toContain('Use Mastercard'));
    expect(caretIn(number())).toBe('424|2 4242 42');
  });
});

describe('HolderNameField', () => {
  test('HolderNameField stands last, and Backspace in it steps back', async () => {
    show();
    const names = [...document.querySelectorAll('.field-label')].map((label) => label.textContent);
    expect(names).toEqual(['Card number', 'Expiry date', 'Security code', 'Name on card']);
    await typeInto(name(), '{Backspace}');
    expect(document.activeElement).toBe(code());
  });

  test('HolderNameField says at once what is wrong when Tab leads out of the frame, where no key is seen to end', async () => {
    show();
    await typeInto(name(), '4242');
    name().dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }));
    name().blur();
    await waitFor(() => expect(error(name())).toContain('card number'), { timeout: 500 });
  });

  test('HolderNameField may stay empty where the merchant leaves it to the shopper, and is still no number', async () => {
    const model = show(cardBrandCodes, { holderName: 'optional' });
    const optional = field('Name on card (optional)');
    for (const [key, text] of [
      ['number', '4242424242424242'],
      ['expiry', '12 / 27'],
      ['code', '123'],
    ] as const)
      model.type(key, text);
    expect(model.submit()).toMatchObject({ holderName: '' });
    await typeInto(optional, '4242 4242');
    expect(model.submit()).toBeNull();
  });

  test('HolderNameField is absent where the merchant does not ask', () => {
    const model = show(cardBrandCodes, { holderName: 'absent' });
    expect(screen.queryByLabelText(/Name on card/)).toBeNull();
    expect(model.submit()).toBeNull();
    expect(model.attention.value?.fields).toEqual(['number', 'expiry', 'code']);
  });
});

describe('NetworkChoice', () => {
  const visaAndUnionPay = '4270200000000001';
  const radio = (label: string) => screen.getByRole<HTMLInputElement>('radio', { name: label });

  test('NetworkChoice asks for the network of a card of two, by keyboard too, and hands it on', async () => {
    const model = show();
    await typeInto(number(), visaAndUnionPay.slice(0, 5));
    expect(screen.queryByRole('group', { name: 'Choose the card’s network' })).toBeNull();
    await userEvent.keyboard(visaAndUnionPay.slice(5));
    await screen.findByRole('group', { name: 'Choose the card’s network' });
    expect([radio('Visa').checked, model.network.value]).toEqual([true, 'VI']);
    await userEvent.tab();
    expect(document.activeElement).toBe(radio('Visa'));
    await userEvent.keyboard('{ArrowDown}');
    expect([radio('UnionPay').checked, model.network.value]).toEqual([true, 'CU']);
    expect(number().value).toBe('4270 2000 0000 0001');
    const violations = await violationsIn(document.body);
    expect(violations.filter(({ impact }) => impact === 'serious')).toEqual([]);
  });

  test('NetworkChoice has the merchant’s preferred one chosen before, and keeps the shopper’s own', async () => {
    const model = show(cardBrandCodes, { preferred: ['MC', 'CU'] });
    await userEvent.fill(number(), visaAndUnionPay);
    await waitFor(() => expect(radio('UnionPay').checked).toBe(true));
    await userEvent.click(radio('Visa'));
    await userEvent.fill(number(), '4242424242424242');
    await waitFor(() => expect(screen.queryByRole('radio')).toBeNull());
    expect(model.network.value).toBe('VI');
    await userEvent.fill(number(), visaAndUnionPay);
    await waitFor(() => expect(radio('Visa').checked).toBe(true));
  });

  test('NetworkChoice asks nothing where one of the two is accepted, and the card is that one’s', async () => {
    const model = show(['CU', 'MC']);
    await typeInto(number(), '4270');
    await drawn();
    expect(error(number())).toBeNull();
    await userEvent.keyboard('200000000001');
    await drawn();
    expect([model.network.value, error(number())]).toEqual(['CU', null]);
    expect(screen.queryByRole('radio')).toBeNull();
    await userEvent.fill(number(), '4242');
    await waitFor(() => expect(error(number())).toContain('accepted here'));
  });
});

test('CardForm has the attributes that browsers fill by', () => {
  show();
  const attributes = [
    'autocomplete',
    'type',
    'inputmode',
    'autocorrect',
    'autocapitalize',
    'spellcheck',
    'maxlength',
  ];
  const read = (input: HTMLInputElement) => attributes.map((attribute) => input.getAttribute(attribute));
  expect(read(name())).toEqual(['cc-name', 'text', null, 'off', 'words', 'false', null]);
  expect(read(number())).toEqual(['cc-number', 'text', 'numeric', 'off', 'off', 'false', null]);
  expect(read(expiry())).toEqual(['cc-exp', 'text', 'numeric', 'off', 'off', 'false', null]);
  expect(read(code())).toEqual(['cc-csc', 'text', 'numeric', 'off', 'off', 'false', null]);
});

test.each(['empty', 'filled', 'red'])('CardForm has nothing for axe to say: %s', async (state) => {
  const model = show();
  if (state === 'filled') {
    await typeInto(name(), 'Ada Lovelace');
    await typeInto(number(), '5555555555554444');
    await userEvent.keyboard('1227');
  }
  if (state === 'red') model.submit();
  const violations = await violationsIn(screen.getByRole('form', { name: 'Card details' }));
  expect(violations.map(({ id }) => id)).toEqual([]);
});

describe('values set without an event', () => {
  const silently = () => {
    number().value = '4242424242424242';
    expiry().value = '12/34';
    code().value = '123';
    name().value = 'Ada Lovelace';
  };
  const card = {
    number: '4242424242424242',
    expMonth: '12',
    expYear: '2034',
    securityCode: '123',
    holderName: 'Ada Lovelace',
  };

  test('are judged by submit as they stand in the fields, and masked', () => {
    const model = show(cardBrandCodes, { read: readFields });
    silently();
    expect(model.submit()).toEqual(card);
    expect([number().value, expiry().value]).toEqual(['4242 4242 4242 4242', '12 / 34']);
  });

  test('are taken when they are read, without moving the focus, and once', () => {
    const model = show();
    code().focus();
    silently();
    expect(model.isComplete.value).toBe(false);
    readFields();
    expect(model.isComplete.value).toBe(true);
    expect(document.activeElement).toBe(code());
    let heard = 0;
    document.addEventListener('input', () => {
      heard += 1;
    });
    readFields();
    expect(heard).toBe(0);
  });

  test('take the place of what was typed, and an emptied field is empty', () => {
    const model = show(cardBrandCodes, { read: readFields });
    silently();
    model.submit();
    number().value = '';
    code().value = '77';
    expect(model.submit()).toBeNull();
    expect(model.attention.value?.fields).toEqual(['number', 'code']);
  });
});
