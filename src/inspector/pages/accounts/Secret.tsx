import { useSignal } from '@preact/signals';
import { Button } from '../../../wallet/ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';

type Props = { readonly label: string; readonly text: string };

/** A secret that is hidden until "Show" is pressed, because somebody may be watching. */
export function HiddenSecret({ label, text }: Props) {
  const isShown = useSignal(false);
  return (
    <>
      {isShown.value && <code class="wrap">{text}</code>}
      {!isShown.value && <span class="muted">hidden</span>}
      <Button
        class="button button-small"
        aria-pressed={isShown.value}
        aria-label={`Show: ${label}`}
        onClick={() => {
          isShown.value = !isShown.value;
        }}
      >
        {isShown.value ? 'Hide' : 'Show'}
      </Button>
      <CopyButton text={text}>Copy</CopyButton>
    </>
  );
}

/** A new secret, which the service tells once and does not store. */
export function NewSecret({ label, text }: Props) {
  return (
    <p class="once" role="status">
      <span>
        <strong>{label}</strong>, shown this once:
      </span>
      <span class="with-copy">
        <code class="wrap">{text}</code>
        <CopyButton text={text}>Copy</CopyButton>
      </span>
    </p>
  );
}
