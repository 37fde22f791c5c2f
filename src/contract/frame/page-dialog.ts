/**
 * What the frame has the merchant's page draw over itself: one modal dialog, in texts and looks of the frame. The page draws what
 * is in these types and nothing else, whatever arrives.
 */

type Drawn = {
  /** CSS declarations; the page's own rules do not reach the part. */
  readonly css: string;
  readonly parts?: readonly DialogPart[];
  /** What is left out stays as it was drawn last. */
  readonly textContent?: string;
  readonly title?: string;
  readonly ariaLabel?: string;
  readonly ariaLive?: 'assertive' | null;
  readonly disabled?: boolean;
  readonly inert?: boolean;
  /** Takes the focus. */
  readonly focus?: boolean;
};

/** Drawn again under the same `key`, it is the same element, at its first place. */
export type DialogPart = Drawn & {
  readonly key: string;
  readonly tag: 'div' | 'p' | 'h1' | 'button' | 'iframe';
  /** Of an `iframe`: an address of the web, given when it is to be loaded. */
  readonly src?: string;
};

/** The dialog itself. */
export type PageDialog = Drawn & {
  /** BCP 47 tag: the page around it may speak another. */
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
};

/** The part whose press is the page's as well: shows the provider's window, which a browser opens in the press alone. */
export type ProceedKey = 'proceed';

/** What is told of the dialog: the `key` of a button that was pressed or of an `iframe` that has loaded, or `Escape`. */
export type Pressed = string;

/** What the shopper sees of the page, CSS pixels. */
export type Viewport = { readonly width: number; readonly height: number };
