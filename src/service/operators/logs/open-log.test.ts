import { DrizzleQueryError } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { errorLogFields } from '../../base/error-log-fields.ts';
import { openLog } from './open-log.ts';

function lines() {
  const output: string[] = [];
  return { log: openLog({ level: 'info', write: (line) => output.push(line) }), written: output };
}

test('openLog drops every field that is not named', () => {
  const { log, written: output } = lines();
  // One object may have more than its type says.
  const spread: { readonly requestId: string } = Object.assign(
    { requestId: 'r' },
    { secretKey: 'sk_sandbox_x', body: { number: '1' } },
  );
  log.info(spread, 'request');
  expect(JSON.parse(output[0] ?? '')).toEqual({
    level: 'info',
    time: expect.any(String),
    requestId: 'r',
    msg: 'request',
  });
});

test('openLog keeps the name of a callback and what went wrong with it', () => {
  const { log, written: output } = lines();
  const callbackId = '0198a1f0-0000-7000-8000-000000000001';
  log.error({ callbackId, ...errorLogFields(new TypeError('secret')) }, 'callback was not settled');
  expect(JSON.parse(output[0] ?? '')).toMatchObject({ callbackId, error: 'TypeError' });
});

test('openLog keeps the name of a row whose seal is broken', () => {
  const { log, written: output } = lines();
  log.error({ subject: 'card 12' }, 'a row was changed past the service: it opens nothing');
  expect(JSON.parse(output[0] ?? '')).toMatchObject({ subject: 'card 12' });
});

test('openLog blanks a card number wherever it got in', () => {
  const { log, written: output } = lines();
  log.info({ route: '/x/4242 4242 4242 4242' }, 'seen 4242424242424242');
  expect(output.join('')).not.toMatch(/4242.?4242/);
  expect(JSON.parse(output[0] ?? '')).toMatchObject({
    route: '/x/[card number]',
    msg: 'seen [card number]',
  });
});

test('openLog raises nothing when a line cannot be written, so that callbacks and jobs go on', () => {
  const write = () => {
    throw new Error('EPIPE');
  };
  expect(() => openLog({ level: 'info', write }).error('lost')).not.toThrow();
});

test('errorLogFields leaves out the parameters of a failed query', () => {
  const cause = Object.assign(new Error('secret-parameter'), { code: '23505' });
  const fields = errorLogFields(new DrizzleQueryError('select 1', ['secret-parameter'], cause));
  expect(JSON.stringify(fields)).not.toContain('secret-parameter');
  expect(fields.error).toContain('23505');
});
