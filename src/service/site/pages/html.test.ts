import { expect, test } from 'vitest';
import { html, prose, raw } from './html.ts';

test('html escapes what is put in, unless it is a piece already', () => {
  expect(html`<a title="${'"<&'}">${[html`<b>`, 1, false]}${raw('<i>')}</a>`.toString()).toBe(
    '<a title="&quot;&lt;&amp;"><b>1<i></a>',
  );
});

test('prose escapes what it sets as code', () => {
  expect(prose('a `<b>`').toString()).toBe('a <code>&lt;b&gt;</code>');
});
