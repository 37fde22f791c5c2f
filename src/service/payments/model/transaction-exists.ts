import { ServiceError } from '../../base/service-error.ts';

export function transactionExists(): ServiceError {
  return new ServiceError(
    'transaction_id_exists',
    'Cannot start the payment: a transaction with this id exists with other parameters, expected a new id',
    { param: 'transactionID' },
  );
}
