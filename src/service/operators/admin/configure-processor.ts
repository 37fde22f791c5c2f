import { and, eq, ne, sql } from 'drizzle-orm';
import type { AdminProcessor, ProcessorConfiguration } from '../../../contract/admin/processors.ts';
import { isAtSandbox, ProcessorName } from '../../../contract/billing/processor-name.ts';
import { isAllowed } from '../../base/exposure.ts';
import type { Core } from '../../base/runtime/core.ts';
import { ServiceError } from '../../base/service-error.ts';
import { openProcessor, sealProcessor } from '../../payments/connectors/configured/processor-seal.ts';
import { notifyKeyChange } from '../../shoppers/accounts/notify-key-change.ts';
import { merchants } from '../../tables/accounts.ts';
import { payments } from '../../tables/payments.ts';
import { type ProcessorRow, processors } from '../../tables/processors.ts';
import { requireAccount } from './list-accounts.ts';
import { adminProcessor } from './list-processors.ts';

type NewConfiguration = {
  readonly accountId: number;
  readonly name: string;
  readonly configuration: ProcessorConfiguration;
};

/** Configures a processor of an account, a new one or one that it has. The next question goes out by it. */
export async function configureProcessor(
  core: Core,
  { accountId, name, configuration }: NewConfiguration,
): Promise<AdminProcessor> {
  refuseName(name);
  refuseContradiction(configuration);
  if (!isAllowed(core.config.exposure, 'any-pan')) throw realCardsRefused();
  await requireAccount(core, accountId);
  const isThis = eq(processors.name, name);
  const [former] = await core.db.select().from(processors).where(isThis).for('update');
  if (former) refuseOther(core, { former, accountId, configuration });
  else await refuseOthersName(core, { name, accountId });
  await refuseSeveralCaptures(core, { name, configuration });
  const row = {
    name,
    accountId,
    sealed: sealProcessor(core, { accountId, name }, configuration),
    changedAt: core.clock.now(),
  };
  await core.db
    .insert(processors)
    .values(row)
    .onConflictDoUpdate({
      target: processors.name,
      set: { sealed: row.sealed, changedAt: row.changedAt },
      setWhere: eq(processors.accountId, accountId),
    });
  await notifyKeyChange(core.db);
  return adminProcessor(core, row, configuration);
}

/** The sandbox's names are its own. */
function refuseName(name: string): void {
  if (ProcessorName.safeParse(name).success && !name.startsWith('sandbox')) return;
  throw new ServiceError(
    'parameter_invalid',
    "Cannot configure the processor: its name must be 1 to 40 lower-case letters, digits and hyphens that begin with a letter, and not with 'sandbox'",
    { param: 'name' },
  );
}

/** Nobody goes live by a slip: both must say so. */
function refuseContradiction({ is_live, live_prefix }: ProcessorConfiguration): void {
  if (is_live === (live_prefix !== undefined)) return;
  throw new ServiceError(
    'parameter_conflict',
    `Cannot configure the processor: 'is_live' is ${is_live}, expected 'live_prefix' ${is_live ? 'with it' : 'only where real money is to move'}`,
    { param: 'live_prefix' },
  );
}

type Replaced = Omit<NewConfiguration, 'name'> & { readonly former: ProcessorRow };

/** Payments that a processor has stay with it. A configuration that does not open any more can be replaced by any. */
function refuseOther(core: Core, { former, accountId, configuration }: Replaced): void {
  if (former.accountId !== accountId) throw differs('name', 'another account has this name');
  const present = openProcessor(core, former);
  if (!present) return;
  for (const param of ['kind', 'merchant_account', 'is_live'] as const)
    if (present[param] !== configuration[param]) throw differs(param, `its ${param} never changes`);
}

/** A name that was removed goes on naming its payments, which no other account's notifications may reach. */
async function refuseOthersName(
  { db }: Core,
  { name, accountId }: Omit<NewConfiguration, 'configuration'>,
): Promise<void> {
  const isOthers = and(eq(payments.processor, name), ne(payments.accountId, accountId));
  const [other] = await db.select({ id: payments.id }).from(payments).where(isOthers).limit(1);
  if (other) throw differs('name', 'payments of another account have this name');
}

function differs(param: string, found: string): ServiceError {
  const text = `Cannot configure the processor: ${found}, expected another name for another processor`;
  return new ServiceError('parameter_conflict', text, { param });
}

/** The figures of a payment rest on the merchant's setting. */
async function refuseSeveralCaptures(
  { db }: Core,
  { name, configuration }: Omit<NewConfiguration, 'accountId'>,
): Promise<void> {
  if (configuration.several_captures) return;
  const isThere = sql`${merchants.settings} ->> 'processor' = ${name}`;
  const captures = sql`coalesce((${merchants.settings} ->> 'multiCapture')::boolean, true)`;
  const [merchant] = await db
    .select({ id: merchants.id })
    .from(merchants)
    .where(and(isThere, captures))
    .limit(1);
  if (merchant) throw singleCapture(merchant.id, 'several_captures');
}

type AtProcessor = { readonly processor: string; readonly multiCapture: boolean };

/** Refuses a merchant's setting for a processor that the account has not, or that cannot do what another setting says. */
export async function requireProcessor(
  core: Core,
  {
    id,
    accountId,
    settings,
  }: { readonly id: number; readonly accountId: number; readonly settings: AtProcessor },
): Promise<void> {
  const { processor: name, multiCapture } = settings;
  if (isAtSandbox(settings)) return;
  if (!isAllowed(core.config.exposure, 'any-pan')) throw realCardsRefused();
  const isThis = and(eq(processors.name, name), eq(processors.accountId, accountId));
  const [row] = await core.db.select().from(processors).where(isThis).for('share');
  const configuration = row && openProcessor(core, row);
  if (!configuration) {
    throw new ServiceError(
      'parameter_invalid',
      'Cannot change the merchant: its account has no processor of this name, configure it first',
      { param: 'processor' },
    );
  }
  if (multiCapture && !configuration.several_captures) throw singleCapture(id, 'multiCapture');
}

function singleCapture(merchantId: number, param: string): ServiceError {
  return new ServiceError(
    'parameter_conflict',
    `Cannot change the setting: the processor of merchant ${merchantId} would capture an authorisation once, expected 'multiCapture' to be false`,
    { param },
  );
}

function realCardsRefused(): ServiceError {
  return new ServiceError(
    'not_on_public_service',
    "Cannot use a processor: others use this service, so real card numbers stay refused, expected 'any-pan' in PUBLIC_ALLOWS",
  );
}
