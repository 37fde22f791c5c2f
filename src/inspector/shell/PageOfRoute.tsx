import type { FunctionComponent } from 'preact';
import { AccountsPage } from '../pages/accounts/AccountsPage.tsx';
import { AuditPage } from '../pages/audit/AuditPage.tsx';
import { CallbackPage } from '../pages/callbacks/CallbackPage.tsx';
import { CallbacksPage } from '../pages/callbacks/CallbacksPage.tsx';
import { ClockPage } from '../pages/clock/ClockPage.tsx';
import { ResetPage } from '../pages/clock/ResetPage.tsx';
import { FaultsPage } from '../pages/faults/FaultsPage.tsx';
import { OverviewPage } from '../pages/overview/OverviewPage.tsx';
import { GuardedPagePage } from '../pages/page-guard/GuardedPagePage.tsx';
import { PageGuardPage } from '../pages/page-guard/PageGuardPage.tsx';
import { PaymentPage } from '../pages/payments/PaymentPage.tsx';
import { PaymentsPage } from '../pages/payments/PaymentsPage.tsx';
import { ReconciliationDayPage } from '../pages/reconciliation/ReconciliationDayPage.tsx';
import { ReconciliationPage } from '../pages/reconciliation/ReconciliationPage.tsx';
import { RequestsPage } from '../pages/requests/RequestsPage.tsx';
import { SessionsPage } from '../pages/sessions/SessionsPage.tsx';
import { UndecidedPage } from '../pages/undecided/UndecidedPage.tsx';
import { addressOf, type PageName, type Place } from '../state/route.ts';
import { Empty } from '../ui/Empty.tsx';
import { Page } from '../ui/Page.tsx';

const pages: Readonly<Record<PageName, FunctionComponent>> = {
  overview: OverviewPage,
  payments: PaymentsPage,
  callbacks: CallbacksPage,
  undecided: UndecidedPage,
  reconciliation: ReconciliationPage,
  'page-guard': PageGuardPage,
  requests: RequestsPage,
  sessions: SessionsPage,
  clock: ClockPage,
  faults: FaultsPage,
  accounts: AccountsPage,
  audit: AuditPage,
  reset: ResetPage,
};

/** The page that the address names. */
export function PageOfRoute({ place: { page, id } }: { readonly place: Place }) {
  if (page === 'payments' && id !== null) return <PaymentPage key={id} id={id} />;
  if (page === 'callbacks' && id !== null) return <CallbackPage key={id} id={id} />;
  if (page === 'reconciliation' && id !== null) return <ReconciliationDayPage key={id} day={id} />;
  if (page === 'page-guard' && id !== null) return <GuardedPagePage key={id} id={id} />;
  const Named = page && pages[page];
  if (Named) return <Named key={page} />;
  return (
    <Page title="Not found">
      <Empty title="The inspector has no such page">
        Go to the <a href={addressOf('overview')}>overview</a>.
      </Empty>
    </Page>
  );
}
