import type { ProviderNotice } from '../../contract/frame/frame-calls.ts';
import { make } from './make.ts';
import { holdOpen } from './modal.ts';

/** Stands over the inert page until released, which gives the focus back. */
export function showNotice(
  { lang, direction, text, look, ...words }: ProviderNotice,
  acts: { proceed(): void; stop(): void },
): () => void {
  const button = (name: keyof typeof acts) => {
    const made = make('button', look[name], words[name]);
    made.onclick = acts[name];
    return made;
  };
  const dialog = make('dialog', look.dialog, make('p', look.text, text), button('proceed'), button('stop'));
  Object.assign(dialog, { lang, dir: direction, ariaLabel: text });
  return holdOpen(dialog, acts.stop);
}
