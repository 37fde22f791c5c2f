import { describe, expect, it } from 'vitest';
import { checkLocale, placeholdersOf } from './check-locale.ts';

const english = {
  'card.save': 'Save card',
  'card.many': '{count, plural, one {# card} other {# cards}} of {name}',
};

describe('checkLocale', () => {
  it('accepts the same keys with the same placeholders, whatever their order and plural forms', () => {
    const messages = {
      'card.many': 'Von {name}: {count, plural, =0 {keine} one {# Karte} other {# Karten}}',
      'card.save': 'Karte merken',
    };
    expect(() => checkLocale('de', { english, messages })).not.toThrow();
  });

  it('refuses a missing and an unknown key, naming both', () => {
    const messages = { 'card.many': english['card.many'], 'card.sav': 'Karte merken' };
    expect(() => checkLocale('de', { english, messages })).toThrow(
      'Compiling locale "de": "card.save" is missing; "card.sav" is not a key of en.json',
    );
  });

  it('refuses a missing and an extra placeholder, naming both', () => {
    const messages = { 'card.save': 'Karte {name} merken', 'card.many': '{count} Karten' };
    expect(() => checkLocale('de', { english, messages })).toThrow(
      '"card.save" has placeholders "name" instead of ""; "card.many" has placeholders "count" instead of "count, name"',
    );
  });
});

describe('placeholdersOf', () => {
  it('finds names inside plural branches and none in quoted braces', () => {
    expect(placeholdersOf("{count, plural, other {# of {name}}} '{quoted}'")).toEqual(['count', 'name']);
  });
});
