import {
  AccountAnswer,
  type AccountChange,
  AccountChangeAnswer,
  type AccountCreation,
  AccountsAnswer,
  MerchantAnswer,
  SecretKeyAnswer,
  WebhookSecretAnswer,
} from '../../contract/admin/accounts.ts';
import { DoneAnswer } from '../../contract/admin/answer.ts';
import { type DecideRequest, UndecidedAnswer } from '../../contract/admin/attempts.ts';
import { AuditAnswer, AuditVerdictAnswer } from '../../contract/admin/audit.ts';
import {
  CallbackAnswer,
  CallbackRequestAnswer,
  CallbacksAnswer,
  type CallbackTest,
  CallbackTestAnswer,
} from '../../contract/admin/callbacks.ts';
import { DisputeAnswer, type DisputeRequest } from '../../contract/admin/disputes.ts';
import {
  type AlarmReceiver,
  type ApproveRequest,
  GuardedPageAnswer,
  GuardedPagesAnswer,
  InventoryExportAnswer,
  type VisitSetting,
} from '../../contract/admin/page-guard.ts';
import {
  FollowUpAnswer,
  type FollowUpRequest,
  PaymentAnswer,
  PaymentsAnswer,
} from '../../contract/admin/payments.ts';
import {
  ProcessorAnswer,
  type ProcessorConfiguration,
  ProcessorsAnswer,
} from '../../contract/admin/processors.ts';
import { ReconcileAnswer, ReconciliationsAnswer } from '../../contract/admin/reconciliation.ts';
import { RequestsAnswer } from '../../contract/admin/requests.ts';
import {
  ClockAnswer,
  DueAnswer,
  FaultsAnswer,
  type FaultsChange,
  ServiceAnswer,
} from '../../contract/admin/service.ts';
import {
  RevocationAnswer,
  SessionsAnswer,
  type UserRevocation,
  UsersAnswer,
} from '../../contract/admin/sessions.ts';
import type { MerchantSettingsChange } from '../../contract/billing/merchant-settings.ts';
import type { Ask } from './ask.ts';

type Query = Readonly<Record<string, string | number | undefined>>;

const post = (body?: object) =>
  body === undefined ? { method: 'POST' as const } : { method: 'POST' as const, body };
const patch = (body: object) => ({ method: 'PATCH' as const, body });
const put = (body: object) => ({ method: 'PUT' as const, body });
const remove = { method: 'DELETE' as const };
const part = encodeURIComponent;

/** Every request of the inspector, by what it is about. */
export function createAdminApi(ask: Ask) {
  return {
    ...ofService(ask),
    ...ofPayments(ask),
    ...ofAcquirers(ask),
    ...ofPageGuard(ask),
    ...ofSessions(ask),
    ...ofAccounts(ask),
  };
}
export type AdminApi = ReturnType<typeof createAdminApi>;

const ofService = (ask: Ask) => ({
  service: () => ask(ServiceAnswer, '/service'),
  requests: (query: Query = {}) => ask(RequestsAnswer, '/requests', { query }),
  clock: () => ask(ClockAnswer, '/clock'),
  advanceClock: (advance_seconds: number) => ask(ClockAnswer, '/clock', post({ advance_seconds })),
  due: () => ask(DueAnswer, '/due'),
  reset: () => ask(ClockAnswer, '/reset', post()),
  faults: () => ask(FaultsAnswer, '/faults'),
  changeFaults: (change: FaultsChange) => ask(FaultsAnswer, '/faults', patch(change)),
  clearFaults: () => ask(FaultsAnswer, '/faults', remove),
  audit: (query: Query) => ask(AuditAnswer, '/audit', { query }),
  verifyAudit: () => ask(AuditVerdictAnswer, '/audit/verify'),
});

const ofPayments = (ask: Ask) => ({
  payments: (query: Query) => ask(PaymentsAnswer, '/payments', { query }),
  payment: (id: string) => ask(PaymentAnswer, `/payments/${part(id)}`),
  followUp: (paymentId: string, request: FollowUpRequest) =>
    ask(FollowUpAnswer, `/payments/${part(paymentId)}/follow-ups`, post(request)),
  dispute: (paymentId: string, request: DisputeRequest) =>
    ask(DisputeAnswer, `/payments/${part(paymentId)}/disputes`, post(request)),
  callbacks: (query: Query) => ask(CallbacksAnswer, '/callbacks', { query }),
  callback: (id: string) => ask(CallbackAnswer, `/callbacks/${part(id)}`),
  callbackRequest: (id: string) => ask(CallbackRequestAnswer, `/callbacks/${part(id)}/request`),
  replayCallback: (id: string) => ask(DoneAnswer, `/callbacks/${part(id)}/replay`, post()),
  testCallback: (test: CallbackTest) => ask(CallbackTestAnswer, '/callbacks/test', post(test)),
});

const ofAcquirers = (ask: Ask) => ({
  reconciliations: () => ask(ReconciliationsAnswer, '/reconciliations'),
  reconciliation: (day: string) => ask(ReconcileAnswer, `/reconciliations/${part(day)}`),
  /** `report`: the text of a file; else the acquirer is asked for it. */
  reconcile: (query: Query, report?: string) =>
    ask(ReconcileAnswer, '/reconciliations', {
      ...post(),
      query,
      ...(report !== undefined && { text: report }),
    }),
  undecided: () => ask(UndecidedAnswer, '/attempts'),
  decide: (key: string, decision: DecideRequest) =>
    ask(DoneAnswer, `/attempts/${part(key)}/decide`, post(decision)),
  processors: () => ask(ProcessorsAnswer, '/processors'),
  configureProcessor: (accountId: number, name: string, configuration: ProcessorConfiguration) =>
    ask(ProcessorAnswer, processorPath(accountId, name), put(configuration)),
  removeProcessor: (accountId: number, name: string) =>
    ask(DoneAnswer, processorPath(accountId, name), remove),
});

const ofPageGuard = (ask: Ask) => ({
  guardedPages: (query: Query) => ask(GuardedPagesAnswer, '/guarded-pages', { query }),
  guardedPage: (id: string) => ask(GuardedPageAnswer, `/guarded-pages/${part(id)}`),
  visitPage: (setting: VisitSetting) => ask(DoneAnswer, '/guarded-pages', post(setting)),
  setAlarmReceiver: (receiver: AlarmReceiver) => ask(DoneAnswer, '/guarded-pages/receiver', put(receiver)),
  approvePageItems: (id: number, request: ApproveRequest) =>
    ask(DoneAnswer, `/guarded-pages/${id}/approve`, post(request)),
  forgetPageItem: (id: number, item: number) => ask(DoneAnswer, `/guarded-pages/${id}/items/${item}`, remove),
  closePageAlarms: (id: number) => ask(DoneAnswer, `/guarded-pages/${id}/close-alarms`, post()),
  exportGuardedPage: (id: number) => ask(InventoryExportAnswer, `/guarded-pages/${id}/export`),
});

const processorPath = (accountId: number, name: string) => `/accounts/${accountId}/processors/${part(name)}`;

const ofSessions = (ask: Ask) => ({
  sessions: (query: Query) => ask(SessionsAnswer, '/sessions', { query }),
  users: (query: Query) => ask(UsersAnswer, '/users', { query }),
  revokeToken: (id: number) => ask(RevocationAnswer, `/refresh-tokens/${id}/revoke`, post()),
  endWallet: (id: string) => ask(DoneAnswer, `/wallet-sessions/${part(id)}/end`, post()),
  revokeUser: (user: UserRevocation) => ask(RevocationAnswer, '/users/revoke', post(user)),
});

const ofAccounts = (ask: Ask) => ({
  accounts: () => ask(AccountsAnswer, '/accounts'),
  openAccount: (account: AccountCreation) => ask(AccountAnswer, '/accounts', post(account)),
  changeAccount: (id: number, change: AccountChange) =>
    ask(AccountChangeAnswer, `/accounts/${id}`, patch(change)),
  addSecretKey: (id: number) => ask(SecretKeyAnswer, `/accounts/${id}/secret-keys`, post()),
  revokeSecretKey: (id: number, key: string) =>
    ask(DoneAnswer, `/accounts/${id}/secret-keys/${part(key)}`, remove),
  rollWebhookSecret: (id: number) => ask(WebhookSecretAnswer, `/accounts/${id}/webhook-secret`, post()),
  changeMerchant: (id: number, change: MerchantSettingsChange) =>
    ask(MerchantAnswer, `/merchants/${id}`, patch(change)),
});
