/**
 * The one modal dialog that the merchant's page draws for the frame, with the frame's texts and look. The page draws only what
 * these types contain, whatever arrives.
 */

type DialogElement = {
  /** CSS declarations. The page's own rules do not apply to the part. */
  readonly css: string;
  readonly parts?: readonly DialogPart[];
  /** From here on, a missing member keeps its last value. */
  readonly textContent?: string;
  readonly title?: string;
  readonly ariaLabel?: string;
  readonly ariaLive?: 'assertive' | null;
  readonly disabled?: boolean;
  readonly inert?: boolean;
  /** Takes the focus. */
  readonly focus?: boolean;
};

/** A part with the same `key` as before is the same element, in its first position. */
export type DialogPart = DialogElement & {
  readonly key: string;
  readonly tag: 'div' | 'p' | 'h1' | 'button' | 'iframe';
  /** Of an `iframe`: an http(s) address to load now. */
  readonly src?: string;
};

/** The dialog itself. */
export type PageDialog = DialogElement & {
  /** BCP 47 tag; the page may be in another language. */
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
};

/** The button whose press the page handles too: it shows the provider's window, which browsers allow only during a click. */
export type ProceedKey = 'proceed';

/** The `key` of a button that was pressed or of an `iframe` that has loaded, or `Escape`. */
export type DialogEvent = string;

/** The visible part of the page, CSS pixels. */
export type Viewport = { readonly width: number; readonly height: number };
