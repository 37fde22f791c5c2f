import { eq } from 'drizzle-orm';
import type { VisitSetting } from '../../../../contract/admin/page-guard.ts';
import { pageName } from '../../../../contract/page-guard/page-items.ts';
import type { Core } from '../../../base/runtime/core.ts';
import { ServiceError } from '../../../base/service-error.ts';
import { isRegisteredOrigin } from '../../../shoppers/accounts/registered-origins.ts';
import { findOrAddPage, MAX_PAGES } from '../../../site/page-guard/guarded-page.ts';
import { type GuardedPageRow, guardedPages } from '../../../tables/page-guard.ts';
import { requireAccount } from '../list-accounts.ts';

/** Has the service visit a page of a registered origin, at once and then each hour. Raises `parameter_invalid`. */
export async function setVisit(core: Core, setting: VisitSetting): Promise<GuardedPageRow> {
  const account = await requireAccount(core, setting.account_id);
  const { address } = setting;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !isRegisteredOrigin(account.origins, url.origin))
    throw refused(
      'address',
      `found ${url ? `origin ${url.origin}` : 'no address'}, wanted one of a registered origin`,
    );
  const name = setting.name ?? pageName(url.pathname);
  const page = await findOrAddPage(core, {
    accountId: account.id,
    origin: url.origin,
    name,
    most: MAX_PAGES,
  });
  if (!page) throw refused('address', 'the account has as many pages as it may');
  const visit = { visitAddress: url.href, visitDueAt: core.clock.now() };
  await core.db.update(guardedPages).set(visit).where(eq(guardedPages.id, page.id));
  return page;
}

const refused = (param: string, why: string) =>
  new ServiceError('parameter_invalid', `Cannot visit the page: ${why}`, { param });
