declare const __SDK_VERSION__: string;

/** The wallet on a merchant's page. Chosen: design.md, The SDK's surface. */
export const sdk: {
  /** Version of this build. */
  readonly version: string;
} = { version: __SDK_VERSION__ };
