import { eq } from 'drizzle-orm';
import type { MerchantSettings } from '../../../contract/billing/merchant-settings.ts';
import type { Core } from '../../base/runtime/core.ts';
import { ServiceError } from '../../base/service-error.ts';
import { merchants } from '../../tables/accounts.ts';

/** Raises `parameter_unknown` where the merchant wants typing errors refused. Rule: requests/unknown-parameters. */
export function refuseUnknown(
  { strictParams }: Pick<MerchantSettings, 'strictParams'>,
  names: readonly string[],
) {
  const [name] = names;
  if (!strictParams || name === undefined) return;
  throw new ServiceError(
    'parameter_unknown',
    `Cannot read the form: there is no parameter '${name}', the merchant setting 'strictParams' takes known ones only`,
    { param: name },
  );
}

/** For requests that name no merchant: strict when every merchant of the account is. */
export async function refuseUnknownOfAccount(
  { db }: Core,
  { accountId, names }: { readonly accountId: number; readonly names: readonly string[] },
) {
  if (names.length === 0) return;
  const rows = await db
    .select({ settings: merchants.settings })
    .from(merchants)
    .where(eq(merchants.accountId, accountId));
  const strictParams = rows.length > 0 && rows.every(({ settings }) => settings.strictParams);
  refuseUnknown({ strictParams }, names);
}
