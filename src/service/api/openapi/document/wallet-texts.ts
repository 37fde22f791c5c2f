const status = '`OK`.';

const handedOver = {
  status,
  paymentMethod: 'Pass it to billing unchanged.',
  ip: 'IP address of the request, for the fingerprint.',
  seq: 'Sequence number of the newest event of the session. The challenge of this token comes after it.',
};

/** Field texts of answers that the wallet frame alone gets. */
export const WALLET_TEXTS = {
  TokenAnswer: {
    accessToken: 'Access token of the wallet.',
    expiresIn: 'Seconds until the access token ends. After the end of its refresh token it starts nothing.',
    refreshTokenExpiresIn: 'Seconds until the refresh token ends.',
    walletSession: 'Id of the wallet session; grants nothing.',
    isGuest: 'Whether the refresh token is a guest’s.',
    view: 'The only view of the refresh token. Absent: both.',
    merchant_id: 'The only merchant of the refresh token. Absent: any merchant that pages may name.',
    hasChallenge: 'Whether a session of this refresh token has an open challenge. Absent: none has.',
    status,
  },
  VaultKeyAnswer: {
    status,
    vaultKey: 'A JWK.',
    serviceTime: 'Unix time in milliseconds, by the service’s clock.',
  },
  PaymentMethodAnswer: handedOver,
  CardAnswer: {
    ...handedOver,
    paymentMethod: 'Pass it to billing unchanged. Absent if the refresh token was made for MANAGE.',
    savedCard: 'The saved card; only with `view` MANAGE.',
  },
};
