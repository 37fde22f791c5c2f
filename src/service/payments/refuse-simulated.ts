import { isAtSandbox } from '../../contract/billing/processor-name.ts';
import type { Core } from '../base/runtime/core.ts';
import { ServiceError } from '../base/service-error.ts';
import { takesAnyNumber } from '../shoppers/accounts/takes-any-number.ts';
import type { CardTokenRow } from '../tables/payments.ts';
import type { Transaction } from './model/transaction.ts';

type Merchant = Transaction['merchant'];

/** A token that no wallet made stands for a card of the sandbox, which no other processor is asked for. */
export function refuseSimulatedCard(
  { settings }: Merchant,
  { walletSessionId }: Pick<CardTokenRow, 'walletSessionId'>,
): void {
  if (isAtSandbox(settings) || walletSessionId !== null) return;
  throw new ServiceError(
    'token_invalid',
    "Cannot bill the card token: it is the sandbox's, expected one from the wallet for a merchant at a processor",
    { param: 'ccToken' },
  );
}

/** A card that was entered for another merchant of the account may be a real one. Rule: sandbox/test-numbers. */
export function refuseRealCard(
  { dependencies: { processor } }: Core,
  { settings }: Merchant,
  number: string,
): void {
  if (takesAnyNumber(settings) || processor.isTestNumber(number)) return;
  throw new ServiceError(
    'test_card_required',
    'Cannot bill the card: not a test number, the sandbox takes no other',
    { param: 'ccToken' },
  );
}
