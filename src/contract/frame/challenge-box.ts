/** The 3-D Secure challenge as the merchant's page shows it. */

/** What the dialog says and offers: one button that goes on, and in a question another that stops the payment. */
type BoxWords = {
  readonly heading: string;
  readonly proceed: string;
  /** Shown in place of `proceed`, which is its name then. Default: the name. */
  readonly sign?: string;
  readonly stop: string;
};

/** Texts of the challenge dialog in the shopper's language, by its state. */
export type BoxTexts = {
  /** Accessible name of the dialog and title of its frame. */
  readonly title: string;
  /** BCP 47 tag: the page around it may speak another. */
  readonly lang: string;
  readonly direction: 'ltr' | 'rtl';
  readonly states: {
    /** The challenge is there to be answered; going on is closing, and there is nothing to stop (empty). */
    readonly open: BoxWords;
    /** Asks before the payment is stopped. */
    readonly closing: BoxWords;
    /** The frame stays blank; going on is loading it again. */
    readonly blank: BoxWords;
  };
};

/** One of EMV's window sizes, for a visible area of at least so many CSS pixels. */
type BoxSize = {
  readonly code: '02' | '03' | '04' | '05';
  readonly minWidth: number;
  readonly minHeight: number;
  /** CSS declarations. */
  readonly dialog: string;
  readonly frame: string;
};

/** How the dialog looks: CSS declarations of its parts, and its sizes, of which the first that fits is taken. */
export type BoxLook = {
  readonly dialog: string;
  readonly bar: string;
  readonly heading: string;
  readonly button: string;
  /** Of the button that stops the payment: whole, not beside those of `button`. */
  readonly stop: string;
  /** Of the button while it closes: a plain sign, no words. Beside those of `button`. */
  readonly close: string;
  readonly frame: string;
  readonly sizes: readonly BoxSize[];
};

/** A challenge for the page to show. Texts and looks come with it: the page script carries none. */
export type ShownChallenge = {
  readonly boxUrl: string;
  readonly texts: BoxTexts;
  readonly look: BoxLook;
};
