import { useSignal } from '@preact/signals';
import { Button } from '../../wallet/ui/Button.tsx';

type Props = {
  /** The text, or a function that fetches it. */
  readonly text: string | (() => Promise<string>);
  readonly children: string;
};

const words = { idle: '', done: 'Copied', failed: 'Not copied' } as const;
const SHOWN_MS = 2000;

export function CopyButton({ text, children }: Props) {
  const state = useSignal<keyof typeof words>('idle');
  const copy = async () => {
    const copying = Promise.resolve(typeof text === 'string' ? text : text()).then((copiedText) =>
      navigator.clipboard.writeText(copiedText),
    );
    state.value = await copying.then(
      () => 'done' as const,
      () => 'failed' as const,
    );
    setTimeout(() => {
      state.value = 'idle';
    }, SHOWN_MS);
  };
  return (
    <>
      <Button class="button button-small" onClick={copy}>
        {state.value === 'idle' ? children : words[state.value]}
      </Button>
      <span role="status" class="visually-hidden">
        {words[state.value]}
      </span>
    </>
  );
}
