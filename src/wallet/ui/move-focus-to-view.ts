/** For a button that disappears when it is pressed: the view takes the focus, which would be lost. */
export function leaveForView({ currentTarget }: { readonly currentTarget: HTMLElement }) {
  currentTarget.ownerDocument.querySelector<HTMLElement>('section:not([hidden])')?.focus();
}
