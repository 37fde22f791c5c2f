import { cleanup, render } from '@testing-library/preact';
import { afterEach, expect, test } from 'vitest';
import { contrast } from '../test-kit/contrast.ts';
import { Button } from './Button.tsx';
import '../styles.css';

afterEach(() => {
  cleanup();
  document.documentElement.style.removeProperty('--color-accent');
});

test.each(['#1768d6', '#ffd400', '#000000', '#ffffff', '#ff7a00', '#767676', '#008000', 'rebeccapurple'])(
  'what is written on the accent %s can be read',
  (accent) => {
    document.documentElement.style.setProperty('--color-accent', accent);
    const { getByRole } = render(<Button class="button button-primary">Save</Button>);
    const { color, backgroundColor } = getComputedStyle(getByRole('button'));
    expect(contrast(color, backgroundColor)).toBeGreaterThanOrEqual(4.5);
  },
);
