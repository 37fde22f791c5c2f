import {
  AliasForm,
  CardAnswer,
  CardForm,
  EditForm,
  MethodsAnswer,
  PaymentMethodAnswer,
  TokenAnswer,
  TokenForm,
  VaultKeyAnswer,
} from '../../../../contract/frame/wallet-api.ts';
import { ACCESS_TOKEN, ANY_FORM } from '../common-errors.ts';
import { paymentMethod, savedCard } from '../examples.ts';
import { answerOf, formOf, type Operation } from '../operation.ts';

const base = { tag: 'Wallet', method: 'post' } as const;
const ip = '203.0.113.7';
const list = answerOf(MethodsAnswer, {
  text: 'The saved cards, after any change.',
  examples: { one: { status: 'OK', methods: [savedCard] }, none: { status: 'OK', methods: [] } },
});
const change = {
  ...base,
  auth: 'walletToken',
  answer: list,
  pathTexts: { id: { text: 'The `id` of the saved card.', example: '41' } },
  errors: [...ACCESS_TOKEN, ...ANY_FORM, 'not_found', 'view_not_allowed'],
} as const;
const merchant = 'The merchant configuration the wallet was started with.';

export const WALLET_OPERATIONS: readonly Operation[] = [
  {
    ...base,
    id: 'exchangeToken',
    path: '/wallet/api/v1/token',
    summary: 'Exchange a refresh token',
    text: "`sdk.auth.connect` calls it from a page on a registered origin. It exchanges publishable key and refresh token for the wallet's access token.",
    auth: 'none',
    headers: { Origin: "The page's origin, which the browser sets. It must be registered for the key." },
    form: formOf(TokenForm, {
      texts: {
        publishableKey: 'Your publishable key.',
        refreshToken: 'From the refresh-token endpoint.',
        walletSession: 'The wallet session to continue. Default: a new one.',
      },
      example: { publishableKey: 'pk_sandbox_demo', refreshToken: 'rt_sandbox_Jv0Yk1yq0m2nD7d3Cw8sUQ5tq3b6' },
    }),
    answer: answerOf(TokenAnswer, {
      text: 'The access token.',
      examples: {
        connected: {
          status: 'OK',
          accessToken: 'eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJhdWQiOiJ3YWxsZXQifQ.c2lnbmF0dXJl',
          expiresIn: 900,
          refreshTokenExpiresIn: 86_400,
          walletSession: 'ws_3Zt5KQ2mX8',
          isGuest: false,
          merchant_id: 1001,
        },
      },
    }),
    errors: [
      ...ANY_FORM,
      'publishable_key_invalid',
      'origin_not_allowed',
      'refresh_token_invalid',
      'refresh_token_expired',
    ],
  },
  {
    ...base,
    id: 'addCard',
    path: '/wallet/api/v1/cards',
    summary: 'Add a card',
    text: 'For the wallet frame only. Takes a card, encrypted to the key of the vault, and answers with a token.',
    auth: 'walletToken',
    form: formOf(CardForm, {
      texts: {
        card: 'JWE compact (RSA-OAEP-256, A256GCM, `kid`) of number, expiry, security code and holder, bound to wallet session, merchant and time. Accepted once, within 5 minutes.',
        brand:
          'For a card of two networks: the one that the shopper chose. Default: the first of `preferredBrands` that the card has, else the detected one.',
        saveForLater: '1 saves the card once a billing with it succeeds. Ignored for guests.',
        view: 'The view in which the card was entered. MANAGE saves it at once and is refused for guests. Default: CHECKOUT.',
        merchant_id: merchant,
      },
      example: {
        card: 'eyJhbGciOiJSU0EtT0FFUC0yNTYifQ.a2V5.aXY.Y2lwaGVydGV4dA.dGFn',
        saveForLater: '1',
        merchant_id: '1001',
      },
    }),
    answer: answerOf(CardAnswer, {
      text: 'What `getPaymentMethod` resolves to, or the saved card.',
      examples: {
        added: { status: 'OK', paymentMethod, ip, seq: 0 },
        kept: { status: 'OK', paymentMethod, savedCard, ip, seq: 0 },
        keptForManage: { status: 'OK', savedCard, ip, seq: 0 },
      },
    }),
    errors: [
      ...ACCESS_TOKEN,
      ...ANY_FORM,
      'parameter_conflict',
      'merchant_forbidden',
      'merchant_not_allowed',
      'card_brand_not_accepted',
      'test_card_required',
      'card_declined',
      'card_encryption_outdated',
      'card_attempts_exceeded',
      'view_not_allowed',
    ],
  },
  {
    ...base,
    id: 'readVaultKey',
    method: 'get',
    path: '/wallet/api/v1/vault-key',
    summary: 'Read the key of the vault',
    text: 'For the wallet frame only. Called when the shopper turns to the wallet. Answers with the key that cards are encrypted to, which changes each hour.',
    auth: 'walletToken',
    answer: answerOf(VaultKeyAnswer, {
      text: 'The current key.',
      examples: {
        present: {
          status: 'OK',
          vaultKey: {
            kty: 'RSA',
            n: 'sXchDaQebHnPiGvyDOAT4saGEUetSyo9MKLOoWFsueri',
            e: 'AQAB',
            kid: 'pzeXmG1pe4C',
          },
          serviceTime: 1767225600000,
        },
      },
    }),
    errors: [...ACCESS_TOKEN],
  },
  {
    ...base,
    id: 'handOverSavedCard',
    path: '/wallet/api/v1/aliases',
    summary: 'Hand over a saved card',
    text: 'For the wallet frame only. Makes a fresh token for a saved card. The token starts one payment within 30 minutes; if that payment succeeds, the token lasts as long as the card. Only the ten newest unused tokens of a session are valid.',
    auth: 'walletToken',
    form: formOf(AliasForm, {
      texts: { method: 'The `id` of the saved card.', merchant_id: merchant },
      example: { method: '41', merchant_id: '1001' },
    }),
    answer: answerOf(PaymentMethodAnswer, {
      text: 'What `getPaymentMethod` resolves to.',
      examples: { handedOver: { status: 'OK', paymentMethod, ip, seq: 7 } },
    }),
    errors: [
      ...ACCESS_TOKEN,
      ...ANY_FORM,
      'merchant_forbidden',
      'merchant_not_allowed',
      'card_brand_not_accepted',
      'method_not_enabled',
      'not_found',
      'card_declined',
      'view_not_allowed',
    ],
  },
  {
    ...base,
    id: 'listMethods',
    method: 'get',
    path: '/wallet/api/v1/methods',
    summary: 'List saved cards',
    text: 'For the wallet frame only. Lists the default card first, then the newest, expired cards last.',
    auth: 'walletToken',
    answer: list,
    errors: [...ACCESS_TOKEN],
  },
  {
    ...change,
    id: 'removeMethod',
    path: '/wallet/api/v1/methods/{id}/remove',
    summary: 'Remove a saved card',
    text: 'For the wallet frame only. Removes the card at once. Payments made with it continue. The number is erased after 30 minutes.',
  },
  {
    ...change,
    id: 'restoreMethod',
    path: '/wallet/api/v1/methods/{id}/restore',
    summary: 'Undo the removal of a card',
    text: 'For the wallet frame only. Possible for 30 minutes after the removal.',
  },
  {
    ...change,
    id: 'makeDefaultMethod',
    path: '/wallet/api/v1/methods/{id}/default',
    summary: "Make a saved card the user's default",
    text: 'For the wallet frame only.',
  },
  {
    ...change,
    id: 'editMethod',
    path: '/wallet/api/v1/methods/{id}/edit',
    summary: 'Change the expiry or the network of a saved card',
    text: 'For the wallet frame only. Applies to tokens that are handed over afterwards. The change counts as a card that is entered.',
    form: formOf(EditForm, {
      texts: {
        expMonth: 'Two digits. Send it together with `expYear`.',
        expYear: 'Four digits.',
        brand: 'One of `networks` of the saved card.',
      },
      example: { expMonth: '03', expYear: '2034' },
    }),
    errors: [...change.errors, 'parameter_conflict', 'card_declined', 'card_attempts_exceeded'],
  },
];
