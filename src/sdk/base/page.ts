/** What an SDK must know of the page it is on. */
export type Page = {
  /** Of the service, where the script came from it. */
  readonly scriptOrigin: string | undefined;
  /** Whether events are told on `window` too. */
  readonly onWindow: boolean;
};
