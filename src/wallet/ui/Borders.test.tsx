import { cleanup, render } from '@testing-library/preact';
import { afterEach, expect, test } from 'vitest';
import { contrast } from '../test-kit/contrast.ts';
import { Checkbox } from './Checkbox.tsx';
import { ChoiceHead } from './Choice.tsx';
import { Field } from './Field.tsx';
import '../styles.css';

const { dataset } = document.documentElement;

afterEach(() => {
  cleanup();
  delete dataset['theme'];
  delete dataset['layout'];
});

/** WCAG 1.4.11. */
const OF_A_CONTROL = 3;

/** Of an element's border to its own ground. */
function borderContrast(element: Element | null): number {
  if (!element) throw new Error('Measuring a border: found no element');
  const { borderTopColor, backgroundColor } = getComputedStyle(element);
  return contrast(borderTopColor, backgroundColor);
}

test.each(['light', 'dark'])('fields, boxes, radios and tabs can be told from their ground, %s', (theme) => {
  dataset['theme'] = theme;
  dataset['layout'] = 'tabs';
  const { container } = render(
    <>
      <Field label="Name" error={null} />
      <Checkbox label="Save" checked={false} onChange={() => {}} />
      <ChoiceHead group="row" isChosen={false} onChoose={() => {}}>
        Row
      </ChoiceHead>
      <div class="checkout-rows">
        <div class="choices">
          <div class="choice choice-tab">
            <ChoiceHead group="tab" isChosen={false} onChoose={() => {}}>
              Tab
            </ChoiceHead>
          </div>
        </div>
      </div>
    </>,
  );
  const found = ['.field-box', '.checkbox-input', '.choice-radio', '.choice-tab > .choice-head'].map(
    (name) => [name, borderContrast(container.querySelector(name))] as const,
  );
  expect(found.filter(([, ratio]) => ratio < OF_A_CONTROL)).toEqual([]);
});

test.each(['light', 'dark'])('a field can be told from an open row and from a raised ground, %s', (theme) => {
  dataset['theme'] = theme;
  const { container } = render(
    ['open', 'selected', 'raised'].map((ground) => (
      <div
        key={ground}
        id={ground}
        style={`border: 1px solid var(--color-border-strong); background: var(--color-${ground})`}
      />
    )),
  );
  const found = [...container.children].map((ground) => [ground.id, borderContrast(ground)] as const);
  expect(found.filter(([, ratio]) => ratio < OF_A_CONTROL)).toEqual([]);
});
