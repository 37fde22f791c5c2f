import * as z from 'zod/mini';
import { answerOf, type Operation } from '../operation.ts';

const Alive = z.object({ status: z.literal('OK') });

const Ready = z.object({ status: z.literal('OK'), clock_offset_seconds: z.number() });

const KeySet = z.object({
  keys: z.array(
    z.object({
      kty: z.literal('EC'),
      crv: z.literal('P-256'),
      x: z.string(),
      y: z.string(),
      kid: z.string(),
      alg: z.literal('ES256'),
      use: z.literal('sig'),
    }),
  ),
});

const base = { tag: 'Service', method: 'get', auth: 'none', errors: [] } as const;

export const SERVICE_OPERATIONS: readonly Operation[] = [
  {
    ...base,
    id: 'keys',
    path: '/.well-known/jwks.json',
    summary: 'Keys that verify access tokens',
    text: 'A JSON Web Key Set. Access tokens are JWTs, which anyone can verify with it.',
    answer: answerOf(KeySet, {
      text: 'The keys.',
      examples: {
        keys: {
          keys: [
            {
              kty: 'EC',
              crv: 'P-256',
              x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
              y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
              kid: 'b7Kf2QdX0aU',
              alg: 'ES256',
              use: 'sig',
            },
          ],
        },
      },
    }),
  },
  {
    ...base,
    id: 'live',
    path: '/healthz',
    summary: 'Whether the process lives',
    text: 'For process supervisors.',
    answer: answerOf(Alive, { text: 'The process lives.', examples: { live: { status: 'OK' } } }),
  },
  {
    ...base,
    id: 'ready',
    path: '/readyz',
    summary: 'Whether a payment can be taken',
    text: "For load balancers: 503 `store_unavailable` where the store is gone, read-only or does not commit within 3 seconds, and `shutting_down` before the process stops. `clock_offset_seconds` is how far the clock of this machine is ahead of the database's. The service uses the database's time.",
    answer: answerOf(Ready, {
      text: 'The store takes commits, and the process goes on.',
      examples: { ready: { status: 'OK', clock_offset_seconds: 0.004 } },
    }),
  },
];
