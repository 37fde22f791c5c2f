import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '../../wallet/ui/Button.tsx';

type Props = {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly yes: string;
  readonly no: string;
  readonly onYes: () => void;
  readonly onNo: () => void;
};

/** Asks for confirmation of what cannot be undone. "No" has the focus; Escape means no. */
export function ConfirmDialog({ title, children, yes, no, onYes, onNo }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Closing returns the focus to the button that opened it.
    return () => element?.close();
  }, []);
  // Handled at `cancel`, because `close` fires later, when the dialog may be open again.
  const onCancel = (event: Event) => {
    event.preventDefault();
    onNo();
  };
  return (
    <dialog
      ref={dialog}
      class="question"
      aria-label={title}
      onCancel={onCancel}
      onClose={() => dialog.current && onNo()}
    >
      <h2>{title}</h2>
      <div class="question-text">{children}</div>
      <div class="actions">
        <Button autofocus onClick={onNo}>
          {no}
        </Button>
        <Button class="button button-danger" onClick={onYes}>
          {yes}
        </Button>
      </div>
    </dialog>
  );
}
