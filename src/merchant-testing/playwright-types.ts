/** What is used of Playwright, of which nothing is imported: any version fits. */

/** What is used of a `Locator`. */
export type LocatorLike = {
  click(): Promise<void>;
  scrollIntoViewIfNeeded(): Promise<void>;
  page(): PageLike;
  frameLocator(selector: string): FrameLike;
  check(): Promise<void>;
  fill(value: string): Promise<void>;
  allInnerTexts(): Promise<string[]>;
  isVisible(): Promise<boolean>;
  pressSequentially(text: string): Promise<void>;
  waitFor(options?: { state?: 'attached' | 'visible'; timeout?: number }): Promise<void>;
};

/** What is used of a `FrameLocator`, and what a `Frame` has, too. */
export type FrameLike = {
  locator(selector: string): LocatorLike;
  frameLocator(selector: string): FrameLike;
};

/** What is used of a `Frame`. */
export type AttachedFrame = FrameLike & {
  url(): string;
  name(): string;
  parentFrame(): AttachedFrame | null;
};

/** What is used of a `Page`. */
export type PageLike = FrameLike & {
  frames(): AttachedFrame[];
  waitForEvent(event: 'popup'): Promise<PageLike>;
  waitForTimeout(milliseconds: number): Promise<void>;
};

/**
 * Where the wallet is looked for. In the page it is found by itself: in a dialog, a shadow root or an iframe of the shop's own,
 * too. With two wallets say which: `page.locator('#second')`, or `page.frameLocator('#checkout')` for one in an iframe of
 * your own.
 */
export type Place = PageLike | LocatorLike | (FrameLike & { owner(): LocatorLike });
