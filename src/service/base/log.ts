/** Every field that may be logged. Any other is dropped, so that no caller's content gets in by accident. */
export const LOG_FIELDS = [
  'requestId',
  'accountId',
  'merchantId',
  'method',
  'route',
  'status',
  'milliseconds',
  'errorCode',
  'declineCode',
  'error',
  'at',
  'callbackId',
  'paymentId',
  'notificationId',
  'attemptKey',
  'processor',
  'day',
  'outcome',
  'signal',
  'reason',
  'actId',
  'subject',
  'count',
  'aheadSeconds',
] as const;

type LogFields = { readonly [Name in (typeof LOG_FIELDS)[number]]?: string | number | undefined };

type LogLine = {
  (fields: LogFields, message: string): void;
  (message: string): void;
};

/** The service's log. A field that would be dropped does not compile. */
export type Log = Readonly<Record<'debug' | 'info' | 'warn' | 'error' | 'fatal', LogLine>>;
