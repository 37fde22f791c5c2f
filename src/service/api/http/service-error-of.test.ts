import { DrizzleQueryError } from 'drizzle-orm';
import { describe, expect, inject, test, vi } from 'vitest';
import { QueryError } from '../../../store/engine.ts';
import { StoreError } from '../../../store/store-error.ts';
import { ServiceError } from '../../base/service-error.ts';
import { openTestClient, refusal } from '../../test-kit/test-client.ts';
import { serviceErrorOf } from './service-error-of.ts';

const query = (cause: Error) => new DrizzleQueryError('select $1', ['secret'], cause);

describe('serviceErrorOf', () => {
  test('leaves a refusal as it is', () => {
    const error = new ServiceError('not_found', 'Cannot find it');
    expect(serviceErrorOf(error)).toBe(error);
  });

  test.each([
    ['store_unavailable', new StoreError('store_stopped', 'its thread ended')],
    ['store_unavailable', query(new StoreError('transaction_timeout', 'too long'))],
    ['store_unavailable', query(new QueryError({ message: 'no space left', code: '53100' }))],
    ['store_unavailable', query(new QueryError({ message: 'no statement "secret"', code: '26000' }))],
    ['internal_error', query(new QueryError({ message: 'duplicate "secret"', code: '23505' }))],
    [
      'internal_error',
      query(new QueryError({ message: 'no "secret"', code: '23503', constraint: 'a_b_fk' })),
    ],
    ['internal_error', new TypeError('secret is not a function')],
  ])('says %s and none of the words of the cause', (code, error) => {
    const answered = serviceErrorOf(error);
    expect(answered.code).toBe(code);
    expect(answered.message).not.toContain('secret');
  });
});

test('createApp answers 503 with Retry-After when the store is gone, and lives on', async () => {
  const client = await openTestClient();
  await client.close();
  const answer = await client.app.request('/readyz');
  expect(answer.headers.get('Retry-After')).toBe('1');
  expect(await refusal(answer)).toEqual([503, 'store_unavailable']);
  expect((await client.app.request('/healthz')).status).toBe(200);
});

/** PostgreSQL has more than one connection, on which nobody waits for another. */
const hasOneConnection = inject('postgresUrl') === undefined;

test.runIf(hasOneConnection)(
  'createApp answers /readyz with 503 when the store does not answer within seconds',
  async () => {
    const client = await openTestClient();
    let end = () => {};
    const held = client.context.db.transaction(
      () =>
        new Promise<void>((resolve) => {
          end = resolve;
        }),
    );
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const asking = client.app.request('/readyz');
    const advancing = setInterval(() => vi.advanceTimersByTime(1_000), 1);
    const answer = await asking;
    clearInterval(advancing);
    vi.useRealTimers();
    expect(await refusal(answer)).toEqual([503, 'store_unavailable']);
    end();
    await held.catch(() => {});
    await client.close();
  },
);

test('createApp answers 500 when a route fails, without its words', async () => {
  const client = await openTestClient();
  client.app.get('/failing', () => {
    throw new TypeError('secret is not a function');
  });
  const answer = await client.app.request('/failing');
  expect(await answer.clone().text()).not.toContain('secret');
  expect(await refusal(answer)).toEqual([500, 'internal_error']);
  await client.close();
});
