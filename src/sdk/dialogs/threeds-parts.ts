import type { ShownChallenge } from '../../contract/frame/challenge-box.ts';

/** Styled through CSSOM, which no policy of the page forbids; `revert` keeps the page's own rules out. */
export function make<Tag extends 'dialog' | 'div' | 'p' | 'h1' | 'button' | 'iframe'>(
  tag: Tag,
  css: string,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  element.style.cssText = `all:revert;${css}`;
  element.append(...children);
  return element;
}

export type BoxParts = ReturnType<typeof makeBox>;

/** The dialog: a bar with heading and buttons, and below it the frame, to be loaded from `address`. */
export function makeBox({ boxUrl, look }: ShownChallenge) {
  const { width, height } = visualViewport ?? screen;
  const size = look.sizes.find(({ minWidth, minHeight }) => width >= minWidth && height >= minHeight);
  const heading = make('h1', look.heading);
  const stop = make('button', look.stop);
  const proceed = make('button', look.button);
  const frame = make('iframe', look.frame + size?.frame);
  frame.allow = 'payment *; publickey-credentials-get *; publickey-credentials-create *';
  frame.referrerPolicy = 'strict-origin';
  const bar = make('div', look.bar, heading, stop, proceed);
  const dialog = make('dialog', look.dialog + size?.dialog, bar, frame);
  dialog.closedBy = 'none';
  return { dialog, heading, proceed, stop, frame, look, address: `${boxUrl}#size=${size?.code}` };
}
