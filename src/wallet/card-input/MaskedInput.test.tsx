import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { maskInput } from './masked-input.ts';
import { numberMask } from './number-format.ts';

let input: HTMLInputElement;
let unmask: () => void;
/** What others than the mask have heard, by the text that stood there. */
let heard: string[];

beforeEach(() => {
  input = document.body.appendChild(document.createElement('input'));
  heard = [];
  for (const type of ['input', 'change'])
    input.addEventListener(type, () => heard.push(`${type} ${input.value}`));
  unmask = maskInput(input, numberMask);
  input.focus();
});

afterEach(() => {
  unmask();
  input.remove();
});

/** The text with what is selected in brackets, or the caret. */
const shown = () => {
  const { value, selectionStart, selectionEnd } = input;
  const [from, to] = [selectionStart ?? 0, selectionEnd ?? 0];
  const selected = from === to ? '|' : `[${value.slice(from, to)}]`;
  return `${value.slice(0, from)}${selected}${value.slice(to)}`;
};

const typed = async (keys: string) => {
  await userEvent.keyboard(keys);
  return shown();
};

describe('maskInput', () => {
  test('maskInput has others hear of each edit once, with the text put right', async () => {
    await userEvent.keyboard('42424');
    expect(heard).toEqual(['input 4', 'input 42', 'input 424', 'input 4242', 'input 4242 4']);
  });

  test('maskInput refuses a letter over a selection, which stays, and nobody hears of it', async () => {
    await userEvent.keyboard('42424');
    heard = [];
    input.setSelectionRange(1, 3);
    expect(await typed('x')).toBe('4[24]2 4');
    expect(heard).toEqual([]);
  });

  test('maskInput has nobody hear of a key that changes nothing', async () => {
    await userEvent.keyboard('5555555555554444');
    heard = [];
    expect(await typed('9')).toBe('5555 5555 5555 4444|');
    expect(heard).toEqual([]);
  });

  test('maskInput lets a word, a line and a selection be deleted', async () => {
    await userEvent.keyboard('424242424242');
    expect(await typed('{Control>}{Backspace}{/Control}')).toBe('4242 4242|');
    input.setSelectionRange(2, 6);
    expect(await typed('{Delete}')).toBe('42|24 2');
    input.setSelectionRange(0, 0);
    expect(await typed('{Control>}{Delete}{/Control}')).toBe('|2');
  });

  test('maskInput takes what is cut', async () => {
    await userEvent.keyboard('42424242');
    input.setSelectionRange(3, 6);
    await userEvent.cut();
    expect(shown()).toBe('424|2 42');
  });

  test('maskInput steps back and forth, until something else is typed', async () => {
    await userEvent.keyboard('42425');
    expect(await typed('{Control>}zz{/Control}')).toBe('424|');
    expect(await typed('{Control>}{Shift>}z{/Shift}{/Control}')).toBe('4242|');
    expect(await typed('{Control>}y{/Control}')).toBe('4242 5|');
    expect(await typed('{Control>}z{/Control}6{Control>}y{/Control}')).toBe('4242 6|');
    expect(heard.at(-1)).toBe('input 4242 6');
  });

  test('maskInput steps back over what came without keys, also after a key that put nothing in', async () => {
    await userEvent.keyboard('42{Enter}');
    input.value = '5555555555554444';
    input.dispatchEvent(new Event('input', { bubbles: true }));
    expect(input.value).toBe('5555 5555 5555 4444');
    expect(await typed('{Control>}z{/Control}')).toBe('42|');
  });

  test('maskInput says of one change when the field is left, and of none where nothing has changed', async () => {
    await userEvent.keyboard('42424');
    heard = [];
    input.blur();
    expect(heard).toEqual(['change 4242 4']);
    input.focus();
    input.blur();
    expect(heard).toHaveLength(1);
  });

  test('maskInput drops the selection that two spaces make on a Mac', () => {
    input.value = '4242';
    input.setSelectionRange(3, 4);
    const isTaken = input.dispatchEvent(
      new InputEvent('beforeinput', { inputType: 'insertText', data: '. ', cancelable: true }),
    );
    expect([isTaken, shown()]).toEqual([false, '4242|']);
  });

  test('maskInput leaves the input alone once it is told to', async () => {
    unmask();
    expect(await typed('42x424')).toBe('42x424|');
  });
});
