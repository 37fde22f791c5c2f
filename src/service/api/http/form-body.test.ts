import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeForm } from './form-body.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const decode = (text: string) => Object.fromEntries(decodeForm(bytes(text)));

describe('decodeForm', () => {
  test.each([
    ['', {}],
    ['&&', {}],
    ['a=1&b=2', { a: '1', b: '2' }],
    ['a', { a: '' }],
    ['a==', { a: '=' }],
    ['a=1+1%2B1', { a: '1 1+1' }],
    ['a=%E2%82%AC', { a: '€' }],
    ['a=€', { a: '€' }],
    ['a=%7B%22x%22%3A1%7D', { a: '{"x":1}' }],
    ['a=\uFEFF', { a: '\uFEFF' }],
    ['constructor=1', { constructor: '1' }],
  ])('reads %j', (text, values) => {
    expect(decode(text)).toEqual(values);
  });

  test.each([
    ['a=1&a=1000', 'parameter_duplicated', 'a'],
    ['a=1&%61=2', 'parameter_duplicated', 'a'],
    ['__proto__=1', 'parameter_name_invalid'],
    ['externalID[__proto__]=x', 'parameter_name_invalid'],
    ['a.b=c', 'parameter_name_invalid'],
    ['a%00=1', 'parameter_name_invalid'],
    ['=1', 'parameter_name_invalid'],
    ['\uFEFFa=1', 'parameter_name_invalid'],
    [`${'a'.repeat(65)}=1`, 'parameter_name_invalid'],
    ['a=%', 'body_malformed'],
    ['a=%zz', 'body_malformed'],
    ['a=%FF', 'body_malformed'],
    ['a=%C0%AF', 'body_malformed'],
    ['a=%ED%A0%80', 'body_malformed'],
    ['a=x%00y', 'body_malformed', 'a'],
    [Array.from({ length: 101 }, (_, index) => `a${index}=1`).join('&'), 'body_malformed'],
  ])('refuses %j as %s', (text, code, param?: string) => {
    expect(() => decode(text)).toThrow(expect.objectContaining({ code, param }));
  });

  test('refuses bytes that are not UTF-8', () => {
    expect(() => decodeForm(Uint8Array.from([0x61, 0x3d, 0xff]))).toThrow(
      expect.objectContaining({ code: 'body_malformed' }),
    );
  });

  test('pollutes nothing', () => {
    expect(() => decode('__proto__[x]=1')).toThrow();
    decode('constructor=1&prototype=2');
    expect({}).not.toHaveProperty('x');
  });

  test('agrees with URLSearchParams on everything that one writes', () => {
    const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,9}$/);
    const value = fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0'));
    fc.assert(
      fc.property(fc.dictionary(name, value), (values) => {
        expect(decode(new URLSearchParams(values).toString())).toEqual({ ...values });
      }),
    );
  });

  test('refuses or reads any bytes, and raises nothing but its own codes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (body) => {
        try {
          decodeForm(body);
        } catch (error) {
          expect(error).toHaveProperty('name', 'ServiceError');
        }
      }),
    );
  });
});
