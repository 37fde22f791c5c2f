import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Appearance, AppearanceVariables } from './appearance.ts';
import { parse } from './schema.ts';

const refuses = (variables: object) => !parse(AppearanceVariables, variables).isValid;

/** One variable of each kind, with what it takes. */
const good = {
  colorText: [
    '#123',
    '#1234',
    '#1b2530',
    '#1B253080',
    'rebeccapurple',
    'transparent',
    'rgb(27 37 48)',
    'rgb(27 37 48 / 50%)',
    'rgba(27, 37, 48, 0.5)',
    'hsl(210deg 50% 20%)',
    'oklch(60% 0.15 50)',
    'lab(50% -20 30.5)',
    'light-dark(#1b2530, #eef2f6)',
    'light-dark(white,rgb(1 2 3))',
  ],
  radius: ['0px', '8px', '0.5rem', '12.25px', '999px'],
  fontFamily: [
    'Inter',
    '"Inter", system-ui, sans-serif',
    "'Noto Sans JP', sans-serif",
    'ヒラギノ角ゴ, serif',
  ],
  lineHeight: [1, 1.45, 2],
  fontWeightStrong: [100, 550, 900],
  focusWidth: ['1px', '2.5px', '4px'],
} as const;

/** What would load something, read something, or leave its property, in spellings that parsers have fallen for. */
const hostile = [
  'url(https://evil.example/x)',
  'URL(//evil.example)',
  'u\\72l(https://evil.example)',
  'url("data:text/css,*{}")',
  'src("https://evil.example")',
  'image("x.png")',
  'image-set("x.png" 1x)',
  '-webkit-image-set(url(x) 1x)',
  'cross-fade(url(a), url(b))',
  'element(#number)',
  'paint(worklet)',
  'var(--color-text)',
  'VAR(--x, url(x))',
  'env(safe-area-inset-top)',
  'attr(value type(<color>))',
  'calc(1px + 1px)',
  'min(1px, 2px)',
  'color-mix(in srgb, red, blue)',
  'color(display-p3 1 0 0)',
  'expression(alert(1))',
  'javascript:alert(1)',
  '@import "x"',
  'red;background:url(x)',
  '8px;--color-text:red',
  'red}body{display:none',
  'red{',
  'red/**/',
  'red /* x */',
  'red !important',
  '"Inter',
  "Inter'",
  '"Inter" url(x)',
  '"a\\"b"',
  'Inter, url(x)',
  'Inter, ',
  ', Inter',
  'Inter;src:url(x)',
  'rgb(1 2 3',
  'rgb(1 2 3))',
  'rgb(var(--x) 2 3)',
  'rgb(url(x) 2 3)',
  'rgb(calc(1) 2 3)',
  'light-dark(red, url(x))',
  'light-dark(red, light-dark(red, blue))',
  'inherit',
  'initial',
  'unset',
  'revert',
  '#12',
  '#12345',
  '#ggg',
  '-8px',
  '8',
  '1e9px',
  '8px 8px',
  '1000px',
  '100vw',
  '5px\n',
  '\n5px',
  ' 5px',
  '5PX;',
  '<style>',
  '</style><script>',
  '\u0000',
  'red\u0000',
  '\\',
  'a\\0000220;',
  '‮red',
  '',
  ' ',
];

const members = Object.entries(AppearanceVariables.members);

describe('AppearanceVariables', () => {
  it('are tried here with one of every kind', () => {
    const kinds = new Set(Object.keys(good).map((name) => Object.fromEntries(members)[name]));
    expect(members.filter(([, kind]) => !kinds.has(kind)).map(([name]) => name)).toEqual([]);
  });

  it('call colours `color…`, whose values the wallet shows the browser', () => {
    const takesColour = ([name]: [string, unknown]) => !refuses({ [name]: '#123456' });
    const isCalledColour = ([name]: [string, unknown]) => name.startsWith('color');
    expect(members.filter(takesColour)).toEqual(members.filter(isCalledColour));
  });

  it.each(Object.entries(good).flatMap(([name, values]) => values.map((value) => [name, value] as const)))(
    'takes %s: %s',
    (name, value) => {
      expect(refuses({ [name]: value })).toBe(false);
    },
  );

  it.each(hostile)('refuses %j for every variable', (value) => {
    for (const name of Object.keys(AppearanceVariables.members)) {
      expect([name, refuses({ [name]: value })]).toEqual([name, true]);
    }
  });

  it('refuses values of another type, and numbers out of range', () => {
    for (const value of [null, {}, [], ['8px'], true, Number.NaN, 0, 5000, -1]) {
      for (const name of Object.keys(AppearanceVariables.members))
        expect(refuses({ [name]: value })).toBe(true);
    }
  });

  it('refuses a name that is no variable, however much it looks like a token or a prototype', () => {
    for (const name of ['color-text', '--color-text', 'colourText', 'background', 'constructor', 'cssText']) {
      expect(refuses({ [name]: 'red' })).toBe(true);
    }
    expect(refuses(JSON.parse('{"__proto__": {"colorText": "red"}, "x": 1}'))).toBe(true);
  });

  it('lets no character through that could end a value, open a function of its own or escape', () => {
    const pieces = fc.constantFrom(
      'url(',
      'var(',
      'rgb(',
      '1 2 3',
      ')',
      ';',
      '}',
      '{',
      '"',
      "'",
      '\\',
      '/',
      '*',
      '@',
      '!',
      ',',
      'red',
      '8px',
      ' ',
      '#fff',
      'Inter',
      '\n',
      '<',
    );
    fc.assert(
      fc.property(
        fc.array(pieces, { minLength: 1, maxLength: 6 }),
        fc.constantFrom('colorText', 'radius', 'fontFamily'),
        (parts, name) => {
          const value = parts.join('');
          if (refuses({ [name]: value })) return;
          expect(value).not.toMatch(/[;{}\\@!<*\n]|url|var/);
          const functions = value.match(/[\w-]+\(/g) ?? [];
          expect(functions.filter((name) => name !== 'rgb(')).toEqual([]);
          expect((value.match(/["']/g) ?? []).length % 2).toBe(0);
        },
      ),
      { numRuns: 3000 },
    );
  });

  it.each([`rgb(${' '.repeat(20_000)}`, 'a'.repeat(50_000), 'a ,'.repeat(20_000), `"${' '.repeat(50_000)}`])(
    'refuses a long value without delay',
    (value) => {
      const before = Date.now();
      for (const name of Object.keys(AppearanceVariables.members))
        expect(refuses({ [name]: value })).toBe(true);
      expect(Date.now() - before).toBeLessThan(2000);
    },
  );
});

describe('Appearance', () => {
  it('names every value and name that is wrong', () => {
    const paths: string[] = [];
    const given = {
      theme: 'blue',
      variables: { colorText: 'url(x)', radius: '8', shadow: 'none' },
      labels: 'inside',
      font: 'x',
    };
    Appearance.read(given, ({ path }) => paths.push(path.join('.')));
    expect(paths.toSorted()).toEqual(
      ['theme', 'variables.colorText', 'variables.radius', 'variables.shadow', 'labels', 'font'].toSorted(),
    );
  });
});
