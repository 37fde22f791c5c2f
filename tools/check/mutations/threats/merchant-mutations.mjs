const service = 'src/service/';
const ofWallets = `${service}shoppers/sessions/wallet-merchant.test.ts`;
const ofBillings = `${service}payments/model/approval.test.ts`;

/** @type {import('./mutations.mjs').ThreatMutation[]} */
export const merchantMutations = [
  {
    id: 'S69',
    file: `${service}shoppers/sessions/wallet-merchant.ts`,
    find: 'ownMerchantId !== null && ownMerchantId !== merchantId',
    replace: 'ownMerchantId !== null && ownMerchantId < 0',
    test: { file: ofWallets, title: 'S69: a refresh token made for one merchant begins nothing at another' },
  },
  {
    id: 'S69',
    file: `${service}shoppers/sessions/wallet-merchant.ts`,
    find: 'ownMerchantId === null && !mayPagesName(merchant)',
    replace: 'ownMerchantId === 0 && !mayPagesName(merchant)',
    test: { file: ofWallets, title: 'S69: a refresh token made for no merchant opens those merchants alone' },
  },
  {
    id: 'S69',
    file: `${service}shoppers/accounts/may-pages-name.ts`,
    find: "settings.pagesMayName ?? !ref.endsWith('-async')",
    replace: 'settings.pagesMayName ?? ref.length > 0',
    test: {
      file: ofWallets,
      title: 'S69: a refresh token made for no merchant opens of merchants from before',
    },
  },
  {
    id: 'S69',
    file: `${service}payments/threeds/own-challenges.ts`,
    find: 'if (merchantId === null) return undefined;',
    replace: 'if (merchantId !== 0) return undefined;',
    test: {
      file: ofWallets,
      title: 'S69: a refresh token made for one merchant leads no challenge of another',
    },
  },
  {
    id: 'S69',
    file: `${service}payments/instant/read-instant-payment.ts`,
    find: 'merchantId === null ? undefined',
    replace: 'merchantId !== 0 ? undefined',
    test: { file: ofWallets, title: 'S69: a refresh token made for one merchant neither reads nor ends' },
  },
  {
    id: 'S69',
    file: `${service}payments/present/record.ts`,
    find: 'merchant_id: merchant.id',
    replace: 'merchant_id: 1001',
    test: { file: ofWallets, title: 'S69: record and callback name the merchant that was paid' },
  },
  {
    id: 'S69',
    file: `${service}payments/model/approval.ts`,
    find: 'merchantId !== null && merchantId !== merchant.id',
    replace: 'merchantId !== null && merchantId < 0',
    test: {
      file: ofBillings,
      title: 'S69: a card token of a page whose refresh token was made for one merchant begins no payment',
    },
  },
  {
    id: 'S70',
    file: `${service}payments/model/approval.ts`,
    find: 'amount <= approvedAmount',
    replace: 'amount <= approvedAmount + 1',
    test: { file: ofBillings, title: 'S70: a token from a sheet is billed by SALE' },
  },
  {
    id: 'S70',
    file: `${service}payments/model/approval.ts`,
    find: 'form.currency !== approvedCurrency',
    replace: "form.currency === 'GBP'",
    test: { file: ofBillings, title: 'S70: a token from a sheet is billed by SALE' },
  },
  {
    id: 'S70',
    file: `${service}payments/instant/end-provider-payment.ts`,
    find: 'walletSessionId, merchantId, approved,',
    replace: 'walletSessionId, merchantId,',
    test: { file: ofBillings, title: 'S70: a token from a sheet is capped for the first payment alone' },
  },
];
