import { eq } from 'drizzle-orm';
import type { PaymentMethod } from '../../contract/billing/payment-method.ts';
import { BoundCode } from '../../contract/frame/wallet-api.ts';
import { enqueueWrite, placeholder, statement } from '../../store/statement.ts';
import { type JsonObject, parseJsonObject } from '../base/json-parameter.ts';
import { equalDigests } from '../base/keys/master-key.ts';
import type { Core } from '../base/runtime/core.ts';
import type { TokenAndCard } from '../base/runtime/service-dependencies.ts';
import { cardTokenDigest } from '../base/seals/card-token.ts';
import { CODE_LIVES_MS, openEntry, type TokenEntry } from '../base/seals/token-entry.ts';
import { ServiceError } from '../base/service-error.ts';
import { cardTokens } from '../tables/payments.ts';
import { readFacts } from './browser-facts.ts';
import { decryptFromFrame, isBoundTo } from './decrypt-card.ts';
import { paymentMethodOf } from './present-card.ts';

/** The fields of a backend's payment method object, without its token. */
export type SentMethod = {
  readonly token: string;
  /** The whole object, where `ccToken` held it. */
  readonly object: JsonObject;
  readonly fingerprint: unknown;
  readonly encryptedCvv: unknown;
};
type MethodParameters = {
  readonly ccToken: string;
  readonly fingerprint?: string | undefined;
  readonly encrypted_cvv?: string | undefined;
};

/** `ccToken` is the token, or the whole object as JSON. Rule: tokens/whole-object. */
export function readSentMethod(parameters: MethodParameters): SentMethod {
  const object = parameters.ccToken.startsWith('{') ? parseJsonObject(parameters.ccToken, 'ccToken') : {};
  const token = object['cc_token'] ?? parameters.ccToken;
  return {
    token: typeof token === 'string' ? token : '',
    object,
    fingerprint:
      parameters.fingerprint === undefined
        ? object['fingerprint']
        : unlessNull(parameters.fingerprint, (text) => parseJsonObject(text, 'fingerprint')),
    encryptedCvv:
      parameters.encrypted_cvv === undefined
        ? object['encrypted_cvv']
        : unlessNull(parameters.encrypted_cvv, (text) => text),
  };
}

/** Outside the 3DS flow some members are null, which a form sends as the text `null`. */
function unlessNull<Value>(text: string, read: (text: string) => Value): Value | null {
  return text === 'null' ? null : read(text);
}

type BilledCard = TokenAndCard & { readonly merchantId: number };

/**
 * Refuses an object that was changed on its way, or belongs to another token. Uses up its security code. Returns what was
 * entered with the token, or with that code.
 */
export async function takeSentMethod(
  core: Core,
  sentMethod: SentMethod,
  found: BilledCard,
): Promise<TokenEntry> {
  refuseChanged(sentMethod, found, ['exp_month', 'exp_year4', ...LASTING_MEMBERS]);
  const kept = openEntry(core, found.token, core.clock.now());
  if (sentMethod.encryptedCvv === undefined || sentMethod.encryptedCvv === null) return kept;
  const { securityCode, browser } = await takeSecurityCode(core, sentMethod.encryptedCvv, found);
  const facts = readFacts(browser);
  return { securityCode, browser: kept.browser && { ...kept.browser, ...facts } };
}

/** The check of `takeSentMethod` for a follow-up: its card may have a later expiry by now, and it needs no security code. */
export function refuseOtherMethod(sentMethod: SentMethod, found: TokenAndCard) {
  refuseChanged(sentMethod, found, LASTING_MEMBERS);
}

const LASTING_MEMBERS = ['name', 'type', 'credit_type', 'last_4_digits', 'first_6_digits', 'source'] as const;

function refuseChanged(
  { object, fingerprint, token: ccToken }: SentMethod,
  { token, card }: TokenAndCard,
  names: readonly (keyof PaymentMethod)[],
) {
  const original = paymentMethodOf(card, { ccToken, token });
  const changedName = names.find((name) => Object.hasOwn(object, name) && object[name] !== original[name]);
  if (changedName !== undefined) throw conflict(`ccToken#/${changedName}`);
  if (fingerprint === undefined || fingerprint === null) return;
  const isOwn = token.walletSessionId !== null && sessionOf(fingerprint) === token.walletSessionId;
  if (!isOwn) throw conflict('fingerprint');
}

function sessionOf(fingerprint: unknown): unknown {
  return typeof fingerprint === 'object' && fingerprint !== null && 'walletSdkSessionId' in fingerprint
    ? fingerprint.walletSdkSessionId
    : undefined;
}

/**
 * The code is bound to its token, wallet session and merchant. It can be used once, for a quarter of an hour from the
 * hand-over.
 */
async function takeSecurityCode(
  core: Core,
  jwe: unknown,
  { token, merchantId }: BilledCard,
): Promise<BoundCode> {
  const decryption = typeof jwe === 'string' ? await decryptFromFrame(core, jwe) : 'unreadable';
  const code = BoundCode.safeParse(typeof decryption === 'string' ? undefined : decryption.plaintext);
  if (!code.success) throw conflict('encrypted_cvv');
  const { cc_token, bound } = code.data;
  const { walletSessionId } = token;
  const isOwn =
    equalDigests(cardTokenDigest(core, cc_token), token.digest) &&
    walletSessionId !== null &&
    isBoundTo(bound, { walletSessionId, merchantId });
  const madeAt = Math.min(bound.at, token.createdAt.getTime());
  const isUsable = !token.isCvvUsed && core.clock.now().getTime() - madeAt < CODE_LIVES_MS;
  if (!isOwn || !isUsable) throw conflict('encrypted_cvv');
  await enqueueWrite(useCode, core.db, { id: token.id });
  return code.data;
}

const useCode = statement<{ id: number }, { id: number }>((db) =>
  db
    .update(cardTokens)
    .set({ isCvvUsed: true })
    .where(eq(cardTokens.id, placeholder('id', cardTokens.id)))
    .returning({ id: cardTokens.id }),
);

function conflict(param: string): ServiceError {
  return new ServiceError(
    'parameter_conflict',
    `Cannot bill: '${param}' is not what the wallet handed over with the token, expected the object unmodified`,
    { param },
  );
}
