export type StoreErrorCode =
  | 'lock_held'
  | 'data_directory_not_private'
  | 'store_corrupt'
  | 'key_unknown'
  | 'store_newer'
  | 'store_not_empty'
  | 'restore_unfinished'
  | 'move_unfinished'
  | 'move_differs'
  | 'store_moved'
  | 'backup_damaged'
  | 'tool_missing'
  | 'store_stopped'
  | 'store_unreachable'
  | 'store_read_only'
  | 'database_unsuitable'
  | 'store_older'
  | 'migration_changed'
  | 'migration_blocked'
  | 'migration_failed'
  | 'not_durable'
  | 'query_outside_transaction'
  | 'transaction_aborted'
  | 'transaction_timeout';

/** A failure of the store itself, never of a caller's input. Its message says what to do. */
export class StoreError extends Error {
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreError';
    this.code = code;
  }
}
