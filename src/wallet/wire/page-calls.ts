import * as z from 'zod/mini';
import type { PageToFrame } from '../../contract/frame-calls.ts';
import type { PaymentMethod } from '../../contract/payment-method.ts';
import { InitArguments } from '../../contract/settings.ts';
import { WalletSession } from '../../contract/wallet-api.ts';
import { outcomeOf, WalletError } from './wallet-error.ts';

/** The page's calls as they arrive: nothing is known of their arguments. */
export type UnparsedCalls = {
  [Call in keyof PageToFrame]: (argument?: unknown) => ReturnType<PageToFrame[Call]>;
};

type Wallet = {
  openSession(session: WalletSession): void;
  start(initArguments: InitArguments): Promise<void>;
  getPaymentMethod(): Promise<PaymentMethod>;
};

function parse<Schema extends z.core.$ZodType>(
  schema: Schema,
  { call, argument }: { call: string; argument: unknown },
) {
  const parsed = z.safeParse(schema, argument);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const param = issue?.path.join('.') ?? '';
  const message = [call, param, issue?.message ?? 'invalid'].filter(Boolean).join(': ');
  const details = { code: 'invalid_argument', message } as const;
  throw new WalletError(param === '' ? details : { ...details, param });
}

/** Answers the merchant's page: what arrives is parsed, what fails goes back as data. */
export function createPageCalls(wallet: Wallet): UnparsedCalls {
  return {
    setSession: (argument) =>
      outcomeOf(() => {
        wallet.openSession(parse(WalletSession, { call: 'setSession', argument }));
        return null;
      }),
    init: (argument) =>
      outcomeOf(async () => {
        await wallet.start(parse(InitArguments, { call: 'init', argument }));
        return null;
      }),
    getPaymentMethod: () => outcomeOf(() => wallet.getPaymentMethod()),
  };
}
