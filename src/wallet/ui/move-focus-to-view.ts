/** For a button that disappears when it is pressed: moves the focus to the view, so that it is not lost. */
export function moveFocusToView({ currentTarget }: { readonly currentTarget: HTMLElement }) {
  currentTarget.ownerDocument.querySelector<HTMLElement>('section:not([hidden])')?.focus();
}
