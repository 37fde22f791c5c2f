import { texts } from 'virtual:texts/en';
import { cleanup, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cardBrandCodes } from '../../contract/cards/card-brands.ts';
import { translator } from '../i18n/translate.ts';
import { CardFormState } from '../state/card-form.ts';
import { CardForm } from './CardForm.tsx';
import '../styles.css';

const t = translator(texts);
const now = () => Date.parse('2026-11-21T00:00:00Z');
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const nameTop = () => field('Name on card').getBoundingClientRect().top;

async function show(width: number) {
  await page.viewport(width, 900);
  const model = new CardFormState({ accepted: cardBrandCodes, now });
  render(<CardForm model={model} t={t} locale="en" offersSaving={false} />);
  return model;
}

afterEach(cleanup);

test.each([320, 390, 600])(
  'CardForm keeps a line for messages, so that one moves the rest by no more than its other lines: %i px',
  async (width) => {
    await show(width);
    const before = nameTop();
    field('Expiry date').focus();
    await userEvent.keyboard('00');
    await waitFor(() => expect(field('Expiry date').getAttribute('aria-invalid')).toBe('true'));
    expect(nameTop() - before).toBeLessThan(width < 600 ? 40 : 20);
    expect(field('Expiry date').getBoundingClientRect().top).toBe(
      field('Security code').getBoundingClientRect().top,
    );
  },
);

test('CardForm shows the hint of the code in one line to who is at it where space is short, and nothing moves', async () => {
  await show(390);
  const before = nameTop();
  const hint = screen.getByText('3 digits on the back of the card, or 4 on the front');
  const picture = document.querySelector('.code-picture');
  const { left, top, width } = picture?.getBoundingClientRect() ?? new DOMRect();
  expect(hint.getBoundingClientRect().height).toBe(0);
  const code = field('Security code');
  const { x, y } = code.getBoundingClientRect();
  await userEvent.click(code, { position: { x: left + width / 2 - x, y: top + 5 - y } });
  expect(document.activeElement).toBe(code);
  const shown = hint.getBoundingClientRect();
  const box = code.parentElement?.getBoundingClientRect();
  expect(shown.height).toBeGreaterThan(10);
  expect(shown.height).toBeLessThan(25);
  expect(shown.right).toBe(box?.right);
  expect(nameTop()).toBe(before);
  await userEvent.keyboard('{Tab}');
  expect(document.activeElement).toBe(field('Name on card'));
  // A press may be under way that its going would make miss.
  expect(nameTop()).toBe(before);
  await waitFor(() => expect(hint.getBoundingClientRect().height).toBe(0), { timeout: 3000 });
});

test.each([320, 390, 576])('CardForm puts each message below its own field, %i px wide', async (width) => {
  const model = await show(width);
  model.submit();
  const messageOf = (label: string) => {
    const input = field(label);
    const ids = input.getAttribute('aria-describedby')?.split(' ') ?? [];
    const message = document.getElementById(ids.at(-1) ?? '');
    return [message, input.parentElement].map((part) => part?.getBoundingClientRect() ?? new DOMRect());
  };
  await waitFor(() => expect(field('Security code').getAttribute('aria-invalid')).toBe('true'));
  for (const label of ['Expiry date', 'Security code']) {
    const [message = new DOMRect(), box = new DOMRect()] = messageOf(label);
    expect([message.left, message.right]).toEqual([box.left, box.right]);
    expect(message.top - box.bottom).toBeLessThan(8);
  }
});

test('CardForm keeps the hint of a code that was typed: to leave the field moves nothing', async () => {
  await show(260);
  field('Security code').focus();
  await userEvent.keyboard('123');
  const before = nameTop();
  field('Security code').blur();
  expect(nameTop()).toBe(before);
  expect(
    screen.getByText('3 digits on the back of the card, or 4 on the front').clientHeight,
  ).toBeGreaterThan(20);
});

test('CardForm shows four marks and how many more on a phone, the recognised one among them', async () => {
  const model = await show(390);
  const seen = () =>
    [...document.querySelectorAll<HTMLImageElement>('.brand-mark')]
      .filter((mark) => getComputedStyle(mark).visibility === 'visible')
      .map((mark) => mark.getAttribute('src'));
  await waitFor(() => expect(seen()).toHaveLength(4));
  model.type('number', '6759');
  await waitFor(() => expect(seen()).toContain('brands/marks.svg#maestro'));
  expect(seen()).toHaveLength(4);
});

test('CardForm puts both labels of a line next to their fields where one of them is of two lines', async () => {
  document.documentElement.style.fontSize = '140%';
  await show(280);
  const label = (text: string) => screen.getByText(text, { selector: 'label' }).getBoundingClientRect();
  expect(label('Security code').height).toBeGreaterThan(1.5 * label('Expiry date').height);
  expect(label('Expiry date').bottom).toBe(label('Security code').bottom);
  document.documentElement.style.fontSize = '';
});

const allTexts = import.meta.glob<Record<string, string>>('../i18n/locales/*.json', {
  import: 'default',
  eager: true,
});

test.each(Object.entries(allTexts))(
  'CardForm shows an error in two lines of half a form that is 390 px wide: %s',
  async (_, messages) => {
    await page.viewport(390, 900);
    const short = Object.entries(messages).filter(([key]) => /^card\.(?:expiry|code)\.error\./.test(key));
    expect(short.length).toBe(11);
    render(
      <div style={{ inlineSize: '164px' }}>
        {short.map(([key, text]) => (
          <p key={key} class="field-error">
            {text}
          </p>
        ))}
      </div>,
    );
    const messagesShown = [...document.querySelectorAll<HTMLElement>('.field-error')];
    const heights = messagesShown.map((one) => one.getBoundingClientRect().height);
    const line = Number.parseFloat(getComputedStyle(messagesShown[0] ?? document.body).lineHeight);
    const tooLong = short.filter((_text, index) => (heights[index] ?? 0) > 2.5 * line);
    expect(tooLong).toEqual([]);
  },
);
