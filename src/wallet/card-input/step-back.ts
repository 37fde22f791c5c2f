/** Backspace in an empty field moves to the field before; a key that is held down does not. */
export const stepBackWhenEmpty = (event: KeyboardEvent, onStepBack: (() => void) | undefined): void => {
  const input = event.currentTarget;
  if (event.key !== 'Backspace' || event.repeat) return;
  if (!(input instanceof HTMLInputElement) || input.value !== '') return;
  if (!onStepBack) return;
  event.preventDefault();
  onStepBack();
};
