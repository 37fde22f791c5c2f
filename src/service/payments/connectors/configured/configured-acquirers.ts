import { eq } from 'drizzle-orm';
import { isAtSandbox } from '../../../../contract/billing/processor-name.ts';
import { placeholder, readStatement } from '../../../../store/statement.ts';
import type { Acquirer, AcquirerStore, Acquirers } from '../../../base/processor/acquirer.ts';
import { type ProcessorRow, processors } from '../../../tables/processors.ts';
import { adyenAcquirer } from '../adyen/adyen-acquirer.ts';
import { configuredAdyen } from '../adyen/adyen-settings.ts';
import { openProcessor } from './processor-seal.ts';

/** The acquirers that accounts have configured, beside those of the sandbox. A changed configuration is another acquirer. */
export function configuredAcquirers(sandbox: Acquirers): Acquirers {
  const opened = new WeakMap<ProcessorRow, Acquirer>();
  const open = (row: ProcessorRow, store: AcquirerStore) => {
    const acquirer = opened.get(row) ?? openAcquirer(row, store);
    if (acquirer) opened.set(row, acquirer);
    return acquirer;
  };
  return {
    async of(owner, store) {
      if (isAtSandbox(owner)) return sandbox.of(owner, store);
      const row = await findProcessor(store, owner.processor);
      return row?.accountId === owner.accountId ? open(row, store) : undefined;
    },
    async named(name, store) {
      const simulated = await sandbox.named(name, store);
      if (simulated) return simulated;
      const row = await findProcessor(store, name);
      return row && open(row, store);
    },
  };
}

function findProcessor({ db, rowCache }: AcquirerStore, name: string): Promise<ProcessorRow | undefined> {
  return rowCache.processors.find(name, async () => (await processorByName(db, { name }))[0]);
}

const processorByName = readStatement<{ name: string }, ProcessorRow>((db) =>
  db
    .select()
    .from(processors)
    .where(eq(processors.name, placeholder('name', processors.name))),
);

/** Undefined where its configuration does not open. */
function openAcquirer(row: ProcessorRow, store: AcquirerStore): Acquirer | undefined {
  const configuration = openProcessor(store, row);
  if (!configuration) return undefined;
  const { merchant_account: merchantAccount } = configuration;
  return { ...adyenAcquirer(configuredAdyen(configuration)), name: row.name, merchantAccount };
}
