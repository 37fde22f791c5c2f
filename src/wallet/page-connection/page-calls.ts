import type { PaymentMethod } from '../../contract/billing/payment-method.ts';
import { Appearance, AppearanceVariables } from '../../contract/forms/appearance.ts';
import {
  flag,
  type Issue,
  number,
  object,
  optional,
  parse,
  type Schema,
  text,
} from '../../contract/forms/schema.ts';
import {
  type AcceptedCardName,
  AcceptedCardNames,
  InitArguments,
  Language,
  PaymentDetails,
  View,
  WalletSettings,
} from '../../contract/forms/settings.ts';
import type { PageToFrame } from '../../contract/frame/frame-calls.ts';
import type { WalletSession } from '../../contract/frame/wallet-api.ts';
import { outcomeOf, WalletError } from '../errors/wallet-error.ts';
import { nearName } from './near-name.ts';

const wholeNumber = number('a whole number', Number.isSafeInteger);

/** A `WalletSession` from the page. The service's documentation is made from the contract's schema of it. */
const SessionSchema: Schema<WalletSession> = object('an object', {
  accessToken: text('a text'),
  expiresIn: wholeNumber,
  refreshTokenExpiresIn: optional(wholeNumber),
  walletSession: text('a text'),
  isGuest: flag,
  view: optional(View),
  merchant_id: optional(wholeNumber),
  hasChallenge: optional(flag),
});

/** Every name that settings and payment details may contain. */
const KNOWN_NAMES = [WalletSettings, Appearance, AppearanceVariables, PaymentDetails].flatMap(({ members }) =>
  Object.keys(members),
);

/** The page's calls, before their arguments are parsed. */
export type UnparsedCalls = {
  [Call in keyof PageToFrame]: (argument?: unknown, page?: unknown) => ReturnType<PageToFrame[Call]>;
};

type CallHandlers = {
  openSession(session: WalletSession): void;
  start(initArguments: InitArguments): Promise<void>;
  setPaymentDetails(details: PaymentDetails): void;
  setAcceptedCreditCards(names: readonly AcceptedCardName[]): void;
  setView(view: View): void;
  setLocale(language: string): Promise<void>;
  setAppearance(appearance: Appearance, page: string): void;
  getPaymentMethod(): Promise<PaymentMethod>;
  press(event: string): void;
  startProvider(use: unknown): Promise<string | null>;
  finishProvider(): Promise<PaymentMethod | null>;
};

/** An unparsed argument, and its name unless it is an object whose members have names. */
type UnparsedArgument = { readonly call: string; readonly argument: unknown; readonly name?: string };

function parseArgument<Read>(
  schema: Schema<Read, unknown>,
  { call, argument, name }: UnparsedArgument,
): Read {
  const result = parse(schema, argument);
  if (result.isValid) return result.value;
  const issues = result.issues.map((issue) => {
    // A setting's name is clear without `settings.`.
    const param = [...(name === undefined ? [] : [name]), ...issue.path].join('.').replace('settings.', '');
    const message = messageOf(issue);
    return { param, message: param === '' ? message : `${param}: ${message}` };
  });
  const message = `${call}: ${issues.map((issue) => issue.message).join('; ')}`;
  const { code = 'invalid_argument' } = result.issues[0] ?? {};
  const { param } = issues[0] ?? {};
  throw new WalletError({ code, message, ...(param && { param }) });
}

const messageOf = ({ isUnknownName, path, message }: Issue): string =>
  isUnknownName ? unknownName(path.at(-1) ?? '') : message;

function unknownName(name: string): string {
  const suggestion = nearName(name, KNOWN_NAMES);
  return `found a name that is not known${suggestion === undefined ? '' : `, did you mean "${suggestion}"?`}`;
}

/** Warns of unknown names and accepts them: the page may be written for another version of the wallet. */
function warnOfUnknownNames(
  value: unknown,
  { members, where }: { readonly members: object; readonly where: string },
) {
  for (const name of Object.keys(Object(value))) {
    if (Object.hasOwn(members, name)) continue;
    // biome-ignore lint/suspicious/noConsole: whoever misspelt a name must learn of it
    console.warn(`${where}.${name}: ${unknownName(name)}`);
  }
}

function warnOfUnknownDetails(value: unknown, where: string): void {
  warnOfUnknownNames(value, { members: PaymentDetails.members, where });
}

/** Parses a setter's argument; answers with null once the new value is shown. */
function setter<Read>(
  { call, name, schema }: { call: string; name: string; schema: Schema<Read, unknown> },
  set: (value: Read, page: string) => void | Promise<void>,
) {
  return (argument?: unknown, page?: unknown) =>
    outcomeOf(async () => {
      await set(parseArgument(schema, { call, argument, name }), String(page));
      return null;
    });
}

/** Answers the merchant's page: parses arguments, and returns errors as data. */
export function createPageCalls(wallet: CallHandlers): UnparsedCalls {
  const setDetails = setter(
    { call: 'setPaymentDetails', name: 'details', schema: PaymentDetails },
    wallet.setPaymentDetails,
  );
  return {
    setSession: (argument) =>
      outcomeOf(() => {
        wallet.openSession(parseArgument(SessionSchema, { call: 'setSession', argument }));
        return null;
      }),
    init: (argument) =>
      outcomeOf(async () => {
        const { settings, payment_details } = Object(argument);
        warnOfUnknownNames(settings, { members: WalletSettings.members, where: 'init: settings' });
        warnOfUnknownDetails(payment_details, 'init: payment_details');
        await wallet.start(parseArgument(InitArguments, { call: 'init', argument }));
        return null;
      }),
    setPaymentDetails(details, page) {
      warnOfUnknownDetails(details, 'setPaymentDetails: details');
      return setDetails(details, page);
    },
    setAcceptedCreditCards: setter(
      { call: 'setAcceptedCreditCards', name: 'names', schema: AcceptedCardNames },
      wallet.setAcceptedCreditCards,
    ),
    setView: setter({ call: 'setView', name: 'view', schema: View }, wallet.setView),
    setLocale: setter({ call: 'setLocale', name: 'language', schema: Language }, wallet.setLocale),
    setAppearance: setter(
      { call: 'setAppearance', name: 'appearance', schema: Appearance },
      wallet.setAppearance,
    ),
    getPaymentMethod: () => outcomeOf(() => wallet.getPaymentMethod()),
    press: (event) =>
      outcomeOf(() => {
        wallet.press(String(event));
        return null;
      }),
    startProvider: (use) => outcomeOf(() => wallet.startProvider(use)),
    finishProvider: () => outcomeOf(() => wallet.finishProvider()),
  };
}
