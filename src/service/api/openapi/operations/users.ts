import {
  LoginAnswer,
  LoginForm,
  MetadataAnswer,
  MetadataForm,
  RefreshTokenAnswer,
  RefreshTokenForm,
} from '../../../../contract/forms/users.ts';
import { ACCESS_TOKEN, ANY_FORM, SECRET_KEY, STRICT } from '../common-errors.ts';
import { RefreshTokenErrorBody } from '../error-schemas.ts';
import { answerOf, formOf, type Operation } from '../operation.ts';

const custom =
  'JSON text of an object: metadata of the user. It is merged key by key into the existing metadata; null removes a key. At most 50 keys of 40 characters, 16 KB, depth 8.';
const externalID =
  'Your own id of the user, 1 to 128 characters. Do not use personal data, such as an e-mail address.';

const refreshToken: Operation = {
  id: 'createRefreshToken',
  tag: 'Users',
  method: 'post',
  path: '/users/api/v1/refresh_token',
  summary: 'Create a refresh token',
  text: 'Creates a token for the wallet on your page. It stands for one user or, without `externalID`, for a new guest. It is shown once. A user may have several.',
  auth: 'secretKey',
  form: formOf(RefreshTokenForm, {
    texts: {
      externalID: `${externalID} Default: a new guest.`,
      ttl: 'Seconds until the token ends: 60 to 2592000, for guests at most 86400. Default: 86400.',
      custom,
      view: 'CHECKOUT or MANAGE: the only view that the wallet opens with the token. A token for MANAGE starts no payment; one for CHECKOUT changes no saved cards. Default: both.',
      merchant_id:
        "The only merchant that the token is for: its wallets refuse any other `merchant_id`, and the hint covers this merchant's ways to pay. Always send it. Default: each merchant whose setting `pagesMayName` is on. The hint then covers the ways to pay of the account's only merchant, and with several merchants only the saved cards.",
    },
    example: { externalID: 'user-1042', ttl: '86400', custom: '{"tier":"gold"}' },
  }),
  answer: answerOf(RefreshTokenAnswer, {
    text: 'The token. `Status` has a capital letter here. Pass the hint unchanged to `connect`, so that the page reserves the height of the wallet from the first paint.',
    examples: {
      created: {
        Status: 'OK',
        refreshToken: 'rt_sandbox_Jv0Yk1yq0m2nD7d3Cw8sUQ5tq3b6c9e1f4h7k0n3q6s',
        hint: '2.googlepay.paypal',
      },
    },
  }),
  errorBody: RefreshTokenErrorBody,
  errors: [
    ...SECRET_KEY,
    ...ANY_FORM,
    ...STRICT,
    'parameter_conflict',
    'json_parameter_invalid',
    'merchant_forbidden',
  ],
};

const login: Operation = {
  id: 'logIn',
  tag: 'Users',
  method: 'post',
  path: '/users/api/v1/user/login',
  summary: 'Log a user in',
  text: 'Creates an access token to act as a user for 15 minutes, and the user if the id is new. The token is a JWT (ES256; keys at `/.well-known/jwks.json`). Whoever holds it can read it.',
  auth: 'secretKey',
  form: formOf(LoginForm, {
    texts: {
      externalID,
      withMetadata: '1 puts the metadata of the user into the token, up to 4 KB. Default: 0.',
      custom,
    },
    example: { externalID: 'user-1042', withMetadata: '1' },
  }),
  answer: answerOf(LoginAnswer, {
    text: 'The user and the token.',
    examples: {
      loggedIn: {
        id: 17,
        accessToken:
          'eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJhdWQiOiJ1c2VycyIsInN1YiI6IjE3In0.c2lnbmF0dXJl',
        userInfo: { isGuest: false },
        status: 'OK',
      },
    },
  }),
  errors: [
    ...SECRET_KEY,
    ...ANY_FORM,
    ...STRICT,
    'parameter_conflict',
    'json_parameter_invalid',
    'metadata_too_large_for_token',
  ],
};

const metadata: Operation = {
  id: 'updateMetadata',
  tag: 'Users',
  method: 'post',
  path: '/users/api/v1/user/metadata',
  summary: "Update a user's metadata",
  text: 'Merges keys into the metadata of the user for whom the login endpoint made the access token. The endpoint is also at `/api/v1/user/metadata`; this path is preferred.',
  auth: 'userToken',
  form: formOf(MetadataForm, {
    texts: { metadata: `${custom} Default: no change.` },
    example: { metadata: '{"tier":"platinum","newsletter":null}' },
  }),
  answer: answerOf(MetadataAnswer, { text: 'Done.', examples: { updated: { status: 'OK' } } }),
  errors: [...ACCESS_TOKEN, ...ANY_FORM, ...STRICT, 'json_parameter_invalid'],
};

export const USERS_OPERATIONS: readonly Operation[] = [
  refreshToken,
  login,
  metadata,
  {
    ...metadata,
    id: 'updateMetadataShortPath',
    path: '/api/v1/user/metadata',
    summary: "Update a user's metadata, at the short path",
    text: 'The same endpoint as `/users/api/v1/user/metadata`, which is preferred.',
  },
];
