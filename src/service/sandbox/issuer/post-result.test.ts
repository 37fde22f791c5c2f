import { afterEach, beforeEach, expect, test } from 'vitest';
import type { NameLookup } from '../../base/egress.ts';
import { openTestReceiver, type TestReceiver } from '../../test-kit/test-receiver.ts';
import { postResult } from './post-result.ts';

let receiver: TestReceiver;
beforeEach(async () => {
  receiver = await openTestReceiver();
});
afterEach(() => receiver.close());

const RESULT = { body: 'a=1&b', headers: { 'x-signature': 's' } };

test('postResult sends body and headers once to a service that takes them', async () => {
  expect(await postResult(receiver.url, RESULT)).toBe('taken');
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
  expect(await postResult(receiver.url, RESULT)).toBe(receipt);
  expect(receiver.received).toHaveLength(tries);
});

test('postResult asks the system for a name that no name server knows', async () => {
  const none: NameLookup = async () => [];
  expect(await postResult(receiver.url.replace('127.0.0.1', 'localhost'), RESULT, none)).toBe('taken');
  expect(await postResult(receiver.url.replace('127.0.0.1', 'name.invalid'), RESULT, none)).toBe(
    'unanswered',
  );
});
