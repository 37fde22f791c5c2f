import { expect, test } from 'vitest';
import { codeText } from './code.ts';

test('codeText is a script that makes the same value, whatever quotes are in it', () => {
  const value = { theme: 'dark', variables: { fontFamily: `'Inter', "Noto \\ Sans", serif`, radius: '0px' } };
  const text = codeText(value);
  expect(text).toContain("theme: 'dark'");
  expect(new Function(`return ${text}`)()).toEqual(value);
});
