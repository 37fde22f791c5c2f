/** What pages say in the wallet's own words: the build takes these from its texts. */
export const walletTextKeys = ['error.retry', 'threeds.title'] as const;
