import { beforeEach, expect, test } from 'vitest';
import { findContainer } from './container.ts';

beforeEach(() => {
  document.body.innerHTML = '<div id="wallet"></div><div class="other"></div>';
});

test('findContainer finds #wallet, a selector, an element', () => {
  const other = document.querySelector('.other');
  expect(findContainer(undefined)).toBe(document.querySelector('#wallet'));
  expect(findContainer('.other')).toBe(other);
  expect(findContainer(other)).toBe(other);
});

test('findContainer takes an element inside a shadow root', () => {
  const host = document.querySelector('.other');
  const inner = document.createElement('div');
  host?.attachShadow({ mode: 'closed' }).append(inner);
  expect(findContainer(inner)).toBe(inner);
});

test.each([
  ['a selector that finds nothing', () => '#walet'],
  ['no selector', () => '##'],
  ['null, as of a ref that is not set', () => null],
  ['an element outside the page', () => document.createElement('div')],
  ['an element of another document', () => new DOMParser().parseFromString('<p>', 'text/html').body],
  ['a text node', () => document.createTextNode('wallet')],
])('findContainer refuses %s', (_, container) => {
  expect(() => findContainer(container())).toThrow(
    expect.objectContaining({ code: 'container_not_found', param: 'container' }),
  );
});

test('findContainer says where it looked', () => {
  expect(() => findContainer('#walet')).toThrow('nothing at "#walet"');
});
