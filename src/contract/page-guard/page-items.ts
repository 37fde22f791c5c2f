/**
 * How the two witnesses of the page guard name what they see. Both use these functions, so that one row stands for a thing
 * whichever of them saw it. None of it holds what a shopper typed, a cookie or the query of an address.
 */

/** A thing on a page: what it is, where it is from, and a digest of what it holds, if that can be read. */
export type PageItem = readonly [kind: PageItemKind, place: string, print: string];

export type PageItemKind =
  /** A script by its address, with its query's digest; of a text, by its outline. `handler`: of an `on…` attribute or a `javascript:` address. */
  | 'script'
  | 'inline'
  | 'handler'
  /** The text of a script's file. */
  | 'file'
  /** A frame, a form's target, a base address, and an input that asks for a card. */
  | 'frame'
  | 'form'
  | 'base'
  | 'field'
  /** Laid over the wallet; a function of the browser that is not the browser's; who listens to what is typed. */
  | 'overlay'
  | 'patch'
  | 'listener'
  /** A service worker, an origin that the page asked something of, and one that it went to. */
  | 'worker'
  | 'connect'
  | 'leave'
  /** Seen by the service alone: the `integrity` of a script, a `meta` that stands for a header, a header, and an answer that is no page. */
  | 'pin'
  | 'policy'
  | 'header'
  | 'answer';

/** An address without its query and fragment; of one that holds its content, only the scheme. */
export const placeOf = (address: string): string => address.replace(/^((?!http)[\w-]+:).*|[?#].*/s, '$1');

/** The query of an address, with its question mark; empty where there is none. */
export const queryOf = (address: string): string => address.replace(/^[^?]*|#.*/gs, '');

/** A page by its path. A part with a digit in it, such as an order's number, is `*`: one row for all orders. */
export const pageName = (path: string): string =>
  path.replace(/[^/]+/g, (part) => (/\d/.test(part) ? '*' : part));

/**
 * A script's text without what differs from visit to visit: strings keep only the hosts that they name, numbers go. What is left
 * says which script it is.
 */
export const outlineOf = (text: string): string =>
  text.replace(/(["'`])(?:\\.|(?!\1)[^\\])*\1?|\d[\w.]*/gs, (part) => `${part.match(/\/\/[\w.-]+/g) ?? ''}#`);

/** Whether a script's type makes a browser run it, or say which scripts run. */
export const isRun = (type: string): boolean => /^(|module|importmap|.*script)$/i.test(type);

/** A policy without the nonce, which is another at each load. */
export const policyText = (policy: string): string => policy.replace(/'nonce-[^']*'/g, "'nonce'");
