import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJsonObject } from './json-parameter.ts';

const parse = (text: string) => parseJsonObject(text, 'metadata');
const nested = (depth: number) => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`;

describe('parseJsonObject', () => {
  test('reads an object', () => {
    expect(parse(' {"a": [1, {"b": "c"}], "": null, "d\\u0065": true} ')).toEqual({
      a: [1, { b: 'c' }],
      '': null,
      de: true,
    });
    expect(parse(nested(8))).toBeDefined();
    const numbers =
      '[9007199254740992, 1.50, 0.1, -0, 100, 1E2, 1e+21, 0.30000000000000004, 12345678901234567000]';
    expect(JSON.stringify(parse(`{"a":${numbers}}`))).toBe(
      '{"a":[9007199254740992,1.5,0.1,0,100,100,1e+21,0.30000000000000004,12345678901234567000]}',
    );
  });

  test.each([
    ['', 'metadata'],
    ['nonsense', 'metadata'],
    ['[]', 'metadata'],
    ['null', 'metadata'],
    ['"text"', 'metadata'],
    ['12', 'metadata'],
    ['{"a":1,}', 'metadata'],
    ['{"a":1} {}', 'metadata'],
    ['\uFEFF{}', 'metadata'],
    ['{"a":1,"a":2}', 'metadata#/a'],
    ['{"a":1,"\\u0061":2}', 'metadata#/a'],
    ['{"a":[{},{"b":1,"b":2}]}', 'metadata#/a/1/b'],
    ['{"__proto__":{"x":1}}', 'metadata#/__proto__'],
    ['{"a":{"constructor":1}}', 'metadata#/a/constructor'],
    ['{"\\u0070rototype":1}', 'metadata#/prototype'],
    ['{"a":"\\u0000"}', 'metadata#/a'],
    ['{"a":"\\ud800"}', 'metadata#/a'],
    ['{"a":[1e400]}', 'metadata#/a/0'],
    ['{"a":1e-400}', 'metadata#/a'],
    ['{"a":12345678901234567890}', 'metadata#/a'],
    ['{"a":{"b":[1,-9007199254740993]}}', 'metadata#/a/b/1'],
    ['{"a":0.12345678901234567890}', 'metadata#/a'],
    ['{"a/b":{"c~d":"\\u0000"}}', 'metadata#/a~1b/c~0d'],
    [nested(9), 'metadata#/a/a/a/a/a/a/a/a/'],
  ])('refuses %j at %s', (text, param) => {
    expect(() => parse(text)).toThrow(expect.objectContaining({ code: 'json_parameter_invalid', param }));
  });

  test('survives the deepest text a body can hold', () => {
    expect(() => parse(`{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`)).toThrow('nested deeper');
  });

  test('never shows a card number that stands as a key', () => {
    expect(() => parse('{"4242424242424242":"\\u0000"}')).toThrow(
      expect.objectContaining({ param: 'metadata#/[card number]' }),
    );
    expect(() => parse('{"4242424242424242 1234":"\\u0000"}')).toThrow(
      expect.objectContaining({ param: 'metadata#/[card number] 1234' }),
    );
  });

  test('gives back what JSON.stringify wrote', () => {
    const key = fc.string().filter((text) => !/^(__proto__|constructor|prototype)$/.test(text));
    const double = fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0);
    const value = fc.oneof(fc.string(), fc.integer(), double, fc.boolean());
    const plain = { noNullPrototype: true };
    const nested = fc.dictionary(key, value, plain);
    const object = fc.dictionary(key, fc.oneof(value, fc.array(value), nested), plain);
    fc.assert(
      fc.property(object, (written) => {
        expect(parse(JSON.stringify(written))).toEqual(written);
      }),
    );
  });
});
