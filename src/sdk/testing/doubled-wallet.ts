import { Appearance } from '../../contract/forms/appearance.ts';
import { parse, type Schema } from '../../contract/forms/schema.ts';
import {
  AcceptedCardNames,
  InitArguments,
  Language,
  PaymentDetails,
  View,
} from '../../contract/forms/settings.ts';
import type { Outcome, PageToFrame } from '../../contract/frame/frame-calls.ts';
import type {
  ChallengeEnd,
  MaskedPaymentMethod,
  Provider,
  SdkErrorCode,
  PaymentDetails as ShownDetails,
  WalletEventName,
  WalletEvents,
  WalletSettings,
} from '../index.ts';
import { createDoubleState, type DoubleState, type PageCalls, refusalOf } from './double-state.ts';
import { maskedSample, type SampleMethod } from './sample-methods.ts';

/** Calls of the page that a test can have refused. */
export type RefusableCall =
  | 'getPaymentMethod'
  | 'makeInstantPayment'
  | 'setPaymentDetails'
  | 'setAcceptedCreditCards'
  | 'setView'
  | 'setLocale'
  | 'setAppearance';

/** What the shopper, the bank and the provider do, in a test of components. */
export type DoubledWallet = {
  /** The settings that the wallet shows now, with their defaults. Undefined until it has started. */
  readonly settings: Omit<WalletSettings, 'container'> | undefined;
  /** What is to be paid now. Default: undefined, as in MANAGE. */
  readonly payment_details: ShownDetails | undefined;
  /** The shopper chooses a method and completes it; null: leaves the form incomplete. The page gets `checkoutReady`. */
  choose(method: SampleMethod | MaskedPaymentMethod | null): Promise<void>;
  /** The shopper presses an express button: the method is chosen, and the page gets `expressPay`. */
  pressExpress(provider: Provider): Promise<void>;
  /** The next such call rejects with this code. Of `makeInstantPayment` it may be `cancelled` or `popup_blocked`. */
  refuseNext(call: RefusableCall, code: SdkErrorCode): void;
  /** How the next instant payment ends at the provider. Default: `SUCCESS`. */
  answerNext(status: 'SUCCESS' | 'FAILURE'): void;
  /** The bank's question about this payment ends: the page gets `after3DsComplete`, then `threeDsEnded`. Default: `authenticated`. */
  endChallenge(transactionId: string, reason?: ChallengeEnd['reason']): Promise<void>;
  /** Any other event of the wallet: `emit('sessionExpired', {})`. */
  emit<Name extends WalletEventName>(name: Name, payload: WalletEvents[Name]): Promise<void>;
};

type Setter<Value> = {
  readonly call: RefusableCall;
  /** As the page spells the argument. */
  readonly name: string;
  readonly schema: Schema<Value, unknown>;
};

const accepted = { ok: true, value: null } as const;

/** Answers the page's calls as the frame does, without a form, a service and a bank. */
export function createDoubledWallet(page: PageCalls): { double: DoubledWallet; calls: PageToFrame } {
  const refusals = new Map<string, SdkErrorCode>();
  const state = createDoubleState(page);
  return { double: doubleOf(state, { page, refusals }), calls: callsOf(state, refusals) };
}

function callsOf(state: DoubleState, refusals: Map<string, SdkErrorCode>): PageToFrame {
  const refused = (call: RefusableCall): Outcome<never> | null => {
    const code = refusals.get(call);
    refusals.delete(call);
    return code ? { ok: false, error: refusalOf(call, code) } : null;
  };
  const setter =
    <Value>({ call, name, schema }: Setter<Value>, set: (value: Value) => void) =>
    async (given: unknown): Promise<Outcome<null>> => {
      const value = read(schema, given, { call, name });
      const failure = value.ok ? refused(call) : value;
      if (value.ok && !failure) set(value.value);
      return failure ?? accepted;
    };
  return {
    async init(given) {
      const initArguments = read(InitArguments, given, { call: 'init' });
      if (!initArguments.ok) return initArguments;
      state.show(initArguments.value);
      return accepted;
    },
    async setSession() {
      state.openSession();
      return accepted;
    },
    setPaymentDetails: setter(
      { call: 'setPaymentDetails', name: 'details', schema: PaymentDetails },
      state.setDetails,
    ),
    setAcceptedCreditCards: setter(
      { call: 'setAcceptedCreditCards', name: 'names', schema: AcceptedCardNames },
      () => {},
    ),
    setView: setter({ call: 'setView', name: 'view', schema: View }, (view) => state.change({ view })),
    setLocale: setter({ call: 'setLocale', name: 'language', schema: Language }, (locale) =>
      state.change({ locale }),
    ),
    setAppearance: setter({ call: 'setAppearance', name: 'appearance', schema: Appearance }, (appearance) =>
      state.change({ appearance }),
    ),
    getPaymentMethod: async () => refused('getPaymentMethod') ?? state.payable(),
    press: async () => accepted,
    startProvider: async (use) =>
      refused(use === 'instant' ? 'makeInstantPayment' : 'getPaymentMethod') ?? accepted,
    finishProvider: async () => state.finishAtProvider(),
  };
}

/** As in the frame, a refusal names the argument at fault, or the setting of `init`. */
function read<Value>(
  schema: Schema<Value, unknown>,
  given: unknown,
  { call, name }: { readonly call: string; readonly name?: string },
): Outcome<Value> {
  const result = parse(schema, given);
  if (result.isValid) return { ok: true, value: result.value };
  const { path = [], message, code = 'invalid_argument' } = result.issues[0] ?? {};
  const param = [name, ...path].filter(Boolean).join('.').replace('settings.', '');
  return {
    ok: false,
    error: { code, message: `${call}: ${param}: ${message}`, ...(param && { param }) },
  };
}

type Told = { readonly page: PageCalls; readonly refusals: Map<string, SdkErrorCode> };

function doubleOf(state: DoubleState, { page, refusals }: Told): DoubledWallet {
  const choose: DoubledWallet['choose'] = async (method) => {
    await state.ready;
    state.choose(typeof method === 'string' ? maskedSample(method) : method);
  };
  return {
    get settings() {
      return state.shown()?.settings;
    },
    get payment_details() {
      return state.shown()?.payment_details;
    },
    choose,
    async pressExpress(provider) {
      await choose(provider);
      page.emit({ name: 'expressPay', payload: { paymentMethod: maskedSample(provider) } });
    },
    refuseNext(call, code) {
      refusals.set(call, code);
    },
    answerNext: state.answerNext,
    async endChallenge(transaction_id, reason = 'authenticated') {
      await state.ready;
      const status = reason === 'authenticated' ? 'SUCCESS' : 'FAILURE';
      page.emit({ name: 'after3DsComplete', payload: { status, transaction_id } });
      page.emit({ name: 'threeDsEnded', payload: { transaction_id, status, reason } });
    },
    async emit(name, payload) {
      await state.ready;
      page.emit({ name, payload } as Parameters<PageCalls['emit']>[0]);
    },
  };
}
