import { describe, expect, test } from 'vitest';
import { parseDuration } from './duration.ts';
import { parseCommand } from './parse-command.ts';

describe('parseCommand', () => {
  test.each([
    ['clock', { method: 'GET', path: '/api/clock' }],
    ['clock advance 8d', { method: 'POST', path: '/api/clock', body: { advance_seconds: 691_200 } }],
    ['keys rotate', { method: 'POST', path: '/api/keys/rotate', body: { keys: 'both' } }],
    ['keys rotate master', { method: 'POST', path: '/api/keys/rotate', body: { keys: 'master' } }],
    ['keys rotate signing', { method: 'POST', path: '/api/keys/rotate', body: { keys: 'signing' } }],
    ['reset', { method: 'POST', path: '/api/reset' }],
    [
      'account create --name Tea --origin https://a.example --origin=https://b.example',
      {
        method: 'POST',
        path: '/api/accounts',
        body: { name: 'Tea', origins: ['https://a.example', 'https://b.example'] },
      },
    ],
  ])('reads %j', (line, expected) => {
    expect(parseCommand(line.split(' '))).toMatchObject(expected);
  });

  test.each([
    ['clok', "Cannot run 'clok': there is no such command"],
    ['clock advance', 'there is no such command'],
    ['clock advance 8d now', 'there is no such command'],
    ['clock back 8d', 'there is no such command'],
    ['keys', 'there is no such command'],
    ['keys rotate vault', 'there is no such command'],
    ['keys rotate master signing', 'there is no such command'],
    ['reset all', 'there is no such command'],
    ['account', 'there is no such command'],
    ['clock advance 8', "Cannot read the time '8'"],
    ['clock advance 8w', "Cannot read the time '8w'"],
    ['clock advance -8d', "Cannot read the time '-8d'"],
    ['account create --name Tea', 'expected --name <name> and at least one --origin'],
    ['account create --origin https://a.example', 'expected --name <name>'],
    ['account create --nmae Tea', "Cannot create the account: Unknown option '--nmae'"],
    ['account create Tea', 'Cannot create the account: Unexpected argument'],
  ])('refuses %j and says why', (line, expected) => {
    expect(() => parseCommand(line.split(' '))).toThrow(expected);
  });
});

test.each([
  ['0s', 0],
  ['90s', 90],
  ['15m', 900],
  ['36h', 129_600],
  ['8d', 691_200],
])('parseDuration reads %s as %d seconds', (text, seconds) => {
  expect(parseDuration(text)).toBe(seconds);
});
