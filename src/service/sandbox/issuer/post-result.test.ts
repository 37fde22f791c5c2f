import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { NameLookup } from '../../base/egress.ts';
import { openTestReceiver, type TestReceiver } from '../../test-kit/test-receiver.ts';
import { postResult } from './post-result.ts';

let receiver: TestReceiver;
beforeEach(async () => {
  receiver = await openTestReceiver();
});
afterEach(() => receiver.close());

const log = { warn: vi.fn() };
beforeEach(() => log.warn.mockReset());

const RESULT = { body: 'a=1&b', headers: { 'x-signature': 's' } };

test('postResult sends body and headers once to a service that takes them', async () => {
  expect(await postResult(receiver.url, RESULT, { log })).toBe('taken');
  expect(receiver.received).toMatchObject([
    {
      body: 'result=a%3D1%26b',
      headers: { 'x-signature': 's', 'content-type': 'application/x-www-form-urlencoded' },
    },
  ]);
});

test.each([
  [204, 'taken', 1],
  [404, 'refused', 1],
  [429, 'unanswered', 3],
  [503, 'unanswered', 3],
  // A result that was led elsewhere is not on record.
  [302, 'unanswered', 3],
])('postResult makes of status %i: %s, after %i tries', async (status, receipt, tries) => {
  receiver.answerStatus(status, { Location: receiver.url });
  expect(await postResult(receiver.url, RESULT, { log })).toBe(receipt);
  expect(receiver.received).toHaveLength(tries);
});

test('postResult asks the system for a name that no name server knows', async () => {
  const none: NameLookup = async () => [];
  expect(
    await postResult(receiver.url.replace('127.0.0.1', 'localhost'), RESULT, { lookup: none, log }),
  ).toBe('taken');
  expect(
    await postResult(receiver.url.replace('127.0.0.1', 'name.invalid'), RESULT, { lookup: none, log }),
  ).toBe('unanswered');
});

test('postResult logs where a result did not go, and why, and no word of the result', async () => {
  receiver.answerStatus(503, {});
  await postResult(receiver.url, RESULT, { log });
  const none: NameLookup = async () => [];
  await postResult('http://name.invalid/results', RESULT, { lookup: none, log });
  await postResult('http://127.0.0.1:1/results', RESULT, { log });
  expect(log.warn.mock.calls.map(([fields]) => fields)).toEqual([
    { reason: `status 503 at ${new URL(receiver.url).origin}` },
    { reason: 'name_unresolved at http://name.invalid' },
    { reason: 'connection_failed at http://127.0.0.1:1' },
  ]);
  receiver.answerStatus(200, {});
  await postResult(receiver.url, RESULT, { log });
  expect(log.warn).toHaveBeenCalledTimes(3);
});
