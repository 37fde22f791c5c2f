import type { AccountAnswer, AccountCreation } from '../../../contract/admin/accounts.ts';
import { randomId } from '../../../store/random-id.ts';
import { newPublishableKey, newSecretKey } from '../../base/keys/secret-key.ts';
import type { Core } from '../../base/runtime/core.ts';
import { ServiceError } from '../../base/service-error.ts';
import { createAccount } from '../../shoppers/accounts/create-account.ts';
import { isRegistrable } from '../../shoppers/accounts/registered-origins.ts';
import { readAccount } from './list-accounts.ts';

/** The second merchant's processor answers follow-ups by callback, as in the demo account. */
const MERCHANTS = [
  { ref: 'main', pagesMayName: true },
  { ref: 'main-async', pagesMayName: false },
];

/** An account with keys and two merchants of its own. */
export async function openAccount(
  core: Core,
  { name, origins }: AccountCreation,
): Promise<Omit<AccountAnswer, 'status'>> {
  refuseOrigins(origins);
  const secretKey = newSecretKey();
  const { id } = await createAccount(core, {
    name,
    origins,
    secretKey,
    publishableKey: newPublishableKey(),
    merchants: MERCHANTS.map((merchant) => ({ id: randomId(), ...merchant })),
  });
  return { account: await readAccount(core, id), secret_key: secretKey.text };
}

/** Refuses what no browser calls an origin, and http on other machines. */
export function refuseOrigins(origins: readonly string[]) {
  const wrong = origins.find((origin) => !isRegistrable(origin));
  if (wrong === undefined) return;
  throw new ServiceError(
    'parameter_invalid',
    `Cannot register the origins: '${wrong}' is no origin that may embed a wallet, expected one such as 'https://shop.example', or on this machine 'http://localhost:*'`,
    { param: 'origins' },
  );
}
