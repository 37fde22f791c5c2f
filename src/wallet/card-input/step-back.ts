/** Backspace in an empty field goes to the field before; a key held down stops at the edge. */
export const stepBackWhenEmpty = (event: KeyboardEvent, onStepBack: () => void): void => {
  const input = event.currentTarget;
  if (event.key !== 'Backspace' || event.repeat) return;
  if (!(input instanceof HTMLInputElement) || input.value !== '') return;
  event.preventDefault();
  onStepBack();
};
