import { sdk } from 'embeddable-wallet';

/** Compiled, never run: what a merchant may and may not write against the published declaration. */
export const version: string = sdk.version;

// @ts-expect-error the version is not for the page to set
sdk.version = '2.0.0';
