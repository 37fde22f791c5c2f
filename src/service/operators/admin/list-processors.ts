import { asc } from 'drizzle-orm';
import type { AdminProcessor, ProcessorConfiguration } from '../../../contract/admin/processors.ts';
import type { Core } from '../../base/runtime/core.ts';
import { openProcessor } from '../../payments/connectors/configured/processor-seal.ts';
import { type ProcessorRow, processors } from '../../tables/processors.ts';

/** Lists the configured processors of all accounts by name. A row that was changed opens no more, and is not among them. */
export async function listProcessors(core: Core): Promise<AdminProcessor[]> {
  const rows = await core.db.select().from(processors).orderBy(asc(processors.name));
  return rows.flatMap((row) => {
    const configuration = openProcessor(core, row);
    return configuration ? [adminProcessor(core, row, configuration)] : [];
  });
}

/** Names each member that is shown, so that no credential ever is. */
export function adminProcessor(
  core: Core,
  row: ProcessorRow,
  configuration: ProcessorConfiguration,
): AdminProcessor {
  const { kind, merchant_account, is_live, several_captures } = configuration;
  return {
    account_id: row.accountId,
    name: row.name,
    kind,
    merchant_account,
    is_live,
    several_captures,
    has_webhook_login: configuration.webhook_login !== undefined,
    has_report_login: configuration.report_login !== undefined,
    notification_url: `${core.config.baseUrl}/acquirers/${row.name}/notifications`,
    changed_at: row.changedAt.toISOString(),
  };
}
