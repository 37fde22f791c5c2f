/** Keys of the wallet's texts that pages use too: the build copies these. */
export const walletTextKeys = ['error.retry', 'threeds.title'] as const;
