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

/** Asks before what cannot be taken back. The way out has the focus; Escape takes it too. */
export function ConfirmDialog({ title, children, yes, no, onYes, onNo }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // Closing gives the focus back to what asked.
    return () => shown?.close();
  }, []);
  // Answered at the key itself: the browser tells of a close later, when the same may have been asked again.
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
