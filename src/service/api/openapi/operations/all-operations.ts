import type { Operation } from '../operation.ts';
import { BILLING_OPERATIONS } from './billing.ts';
import { CHALLENGE_OPERATIONS } from './challenges.ts';
import { INSTANT_OPERATIONS } from './instant.ts';
import { SERVICE_OPERATIONS } from './service.ts';
import { USERS_OPERATIONS } from './users.ts';
import { WALLET_OPERATIONS } from './wallet.ts';

/** Every endpoint the document shows. */
export const OPERATIONS: readonly Operation[] = [
  ...USERS_OPERATIONS,
  ...BILLING_OPERATIONS,
  ...WALLET_OPERATIONS,
  ...INSTANT_OPERATIONS,
  ...CHALLENGE_OPERATIONS,
  ...SERVICE_OPERATIONS,
];
