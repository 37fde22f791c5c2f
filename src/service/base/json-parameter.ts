import { redactCardNumbers } from './card-numbers.ts';
import { ServiceError } from './service-error.ts';

export type JsonObject = Record<string, unknown>;

const MAX_DEPTH = 8;
const MAX_SEGMENT = 40;
const forbiddenKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
const lexemes = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/g;
/** PostgreSQL stores neither NUL nor a lone surrogate. */
const unstorable = /\0|\p{Cs}/u;

/** Parses a form parameter that must hold a plain JSON object. */
export function parseJsonObject(text: string, param: string): JsonObject {
  const value = parse(text);
  if (!isObject(value))
    throw jsonInvalid(param, 'must be the text of a JSON object, such as {"key":"value"}');
  const open: Level[] = [];
  for (const [lexeme] of text.matchAll(lexemes)) {
    const fault = step(open, lexeme);
    if (fault !== undefined) throw jsonInvalid(param + pointer(open), fault);
  }
  return value;
}

/** `param` may carry a JSON pointer behind a `#`. */
export function jsonInvalid(param: string, fault: string) {
  return new ServiceError('json_parameter_invalid', `Cannot read parameter '${param}': it ${fault}`, {
    param,
  });
}

/** One segment of a JSON pointer, safe to show: short, and without what may be a card number. */
export function pointerSegment(key: string): string {
  return [...redactCardNumbers(key)]
    .slice(0, MAX_SEGMENT)
    .join('')
    .replaceAll('~', '~0')
    .replaceAll('/', '~1');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An open bracket; `key` is undefined while an object waits for its next one. */
type Level =
  | { readonly kind: 'object'; readonly keys: Set<string>; key: string | undefined }
  | { readonly kind: 'array'; index: number };

/** Walks text known to be valid and returns the first fault; `JSON.parse` would forget duplicates. */
function step(open: Level[], lexeme: string): string | undefined {
  const level = open.at(-1);
  switch (lexeme) {
    case '{':
      open.push({ kind: 'object', keys: new Set(), key: undefined });
      return open.length > MAX_DEPTH ? `is nested deeper than ${MAX_DEPTH}` : undefined;
    case '[':
      open.push({ kind: 'array', index: 0 });
      return open.length > MAX_DEPTH ? `is nested deeper than ${MAX_DEPTH}` : undefined;
    case '}':
    case ']':
      open.pop();
      return undefined;
    case ',':
      if (level?.kind === 'object') level.key = undefined;
      else if (level) level.index += 1;
      return undefined;
    case ':':
      return undefined;
    default:
      return level?.kind === 'object' && level.key === undefined
        ? takeKey(level, JSON.parse(lexeme))
        : (scalarError(JSON.parse(lexeme)) ?? lossError(lexeme));
  }
}

function takeKey(level: Level & { kind: 'object' }, key: string): string | undefined {
  level.key = key;
  if (forbiddenKeys.has(key)) return 'has a forbidden key';
  if (level.keys.has(key)) return 'has the same key twice';
  level.keys.add(key);
  return scalarError(key);
}

function scalarError(value: unknown): string | undefined {
  if (typeof value === 'string' && unstorable.test(value)) return 'has a NUL or half a surrogate pair';
  if (typeof value === 'number' && !Number.isFinite(value)) return 'has a number that is too large';
  return undefined;
}

const number = /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;

/** `JSON.parse` would silently change such a number, and ids of 18 digits are common. */
function lossError(lexeme: string): string | undefined {
  if (decimalOf(lexeme) === decimalOf(String(Number(lexeme)))) return undefined;
  return 'has a number with more digits than JSON numbers keep, expected it as a string';
}

/** Digits and a power of ten, the same for every spelling of a number; undefined where the text is no number. */
function decimalOf(text: string): string | undefined {
  const [matched, whole = '', fraction = '', exponent = '0'] = number.exec(text) ?? [];
  if (matched === undefined) return undefined;
  const significant = (whole + fraction).replace(/^0+/, '');
  const digits = significant.replace(/(?<!0)0+$/, '');
  const power = Number(exponent) - fraction.length + significant.length - digits.length;
  return digits === '' ? '0' : `${digits}e${power}`;
}

function pointer(open: readonly Level[]): string {
  const segments = open.map((level) => (level.kind === 'array' ? String(level.index) : (level.key ?? '')));
  return `#${segments.map((segment) => `/${pointerSegment(segment)}`).join('')}`;
}
