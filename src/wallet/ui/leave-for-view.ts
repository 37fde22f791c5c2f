/** For a button that goes with what it answers: the view takes the focus, or it would be lost. */
export function leaveForView({ currentTarget }: { readonly currentTarget: HTMLElement }) {
  currentTarget.ownerDocument.querySelector<HTMLElement>('section:not([hidden])')?.focus();
}
