const status = '`OK`.';

const handedOver = {
  status,
  paymentMethod: 'Pass it to billing unchanged.',
  ip: 'The address the request came from, for the fingerprint.',
  seq: 'The newest of the events of the session so far; a challenge of this token comes after it.',
};

/** Field texts of answers that the wallet frame alone gets. */
export const WALLET_TEXTS = {
  TokenAnswer: {
    accessToken: 'For the wallet alone.',
    expiresIn: 'Seconds until the access token ends. It begins nothing once its refresh token has ended.',
    refreshTokenExpiresIn: 'Seconds until the refresh token ends.',
    walletSession: 'Grants nothing by itself.',
    isGuest: 'Whether the refresh token stands for a guest.',
    view: 'The one view that the refresh token was made for. Absent: both.',
    merchant_id: 'The one merchant that the refresh token was made for. Absent: each that pages may name.',
    hasChallenge: 'Whether a challenge of a session with this refresh token is open. Absent: none is.',
    status,
  },
  VaultKeyAnswer: { status, vaultKey: 'A JWK.', serviceTime: 'Epoch milliseconds, by its clock.' },
  PaymentMethodAnswer: handedOver,
  CardAnswer: {
    ...handedOver,
    paymentMethod: 'Pass it to billing unchanged. None where the refresh token was made for MANAGE alone.',
    savedCard: 'The card as it is kept; with `view` MANAGE alone.',
  },
};
