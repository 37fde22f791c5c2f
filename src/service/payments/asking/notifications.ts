import type {
  AcquirerNotification,
  NotificationReading,
  RawNotification,
} from '../../base/processor/acquirer.ts';
import type { Core } from '../../base/runtime/core.ts';
import { ServiceError } from '../../base/service-error.ts';
import { acquirerNotifications, type NotificationRow } from '../../tables/acquirer-notifications.ts';

/** What the seal of a message is bound to. */
export const notificationContext = ({ id }: Pick<NotificationRow, 'id'>) => `notification:${id}`;

/** What is stored of a message: as it was read, and as it came. */
type Message = { readonly notification: AcquirerNotification; readonly body: string };

export type NotificationAnswer = Extract<NotificationReading, { readonly ok: true }>['answer'];

export type Received = { readonly processor: string; readonly raw: RawNotification };

/**
 * Stores what an acquirer tells, each event once, with the caller's commit; a job applies it. Returns what to answer the
 * acquirer after the commit. Raises `notification_unsigned`, and `not_found` for a name that nobody has.
 */
export async function storeNotifications(
  core: Core,
  { processor, raw }: Received,
): Promise<NotificationAnswer> {
  const acquirer = await core.dependencies.acquirers.named(processor, core);
  if (!acquirer)
    throw new ServiceError('not_found', 'Cannot take the notification: no processor has this name');
  const reading = acquirer.readNotification(raw);
  if (!reading.ok) throw unsigned();
  const rows = reading.notifications.map((notification) => rowOf(core, { processor, raw, notification }));
  if (rows.length > 0) await core.db.insert(acquirerNotifications).values(rows).onConflictDoNothing();
  return reading.answer;
}

function rowOf(
  { masterKey, clock }: Core,
  { processor, raw, notification }: Received & { readonly notification: AcquirerNotification },
): NotificationRow {
  const { merchantAccount, event } = notification;
  const id = `${processor}:${notification.id}`;
  const now = clock.now();
  const message = { notification, body: Buffer.from(raw.body).toString() } satisfies Message;
  return {
    id,
    processor,
    sealed: masterKey.seal(Buffer.from(JSON.stringify(message)), notificationContext({ id })),
    merchantAccount,
    event,
    state: 'new',
    reason: null,
    operationId: null,
    receivedAt: now,
    tries: 0,
    nextAt: now,
  };
}

/** Undefined where the row was changed. Its signature was checked before it was stored. */
export function openNotification(
  { masterKey }: Pick<Core, 'masterKey'>,
  row: NotificationRow,
): AcquirerNotification | undefined {
  const bytes = masterKey.openUnder(row.sealed, [notificationContext(row)]);
  if (!bytes) return undefined;
  const { notification }: Message = JSON.parse(Buffer.from(bytes).toString());
  return { ...notification, at: new Date(notification.at) };
}

function unsigned(): ServiceError {
  return new ServiceError(
    'notification_unsigned',
    'Cannot take the notification: the acquirer of this name did not sign it, expected its signature',
  );
}
