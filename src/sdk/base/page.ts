/** What an SDK must know about its page. */
export type Page = {
  /** The service's origin, if the script came from there. */
  readonly scriptOrigin: string | undefined;
  /** Whether events are also dispatched on `window`. */
  readonly onWindow: boolean;
};
