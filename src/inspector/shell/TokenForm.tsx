import { useSignal } from '@preact/signals';
import { Button } from '../../wallet/ui/Button.tsx';
import { Field } from '../../wallet/ui/Field.tsx';
import { Notice } from '../../wallet/ui/Notice.tsx';
import { takeForm, textOf } from '../ui/form-values.ts';

type Props = {
  /** The last input, which stays in the field. */
  readonly lastInput: string;
  readonly isRefused: boolean;
  readonly onToken: (token: string, typed: string) => void;
};

/** Asks for the token that the service printed at its start. */
export function TokenForm({ lastInput, isRefused, onToken }: Props) {
  const error = useSignal<string | null>(null);
  const submit = (event: SubmitEvent) => {
    const form = takeForm(event);
    if (!form) return;
    const text = textOf(form, 'token');
    // The whole link may be pasted.
    const token = text.split('#token=').at(-1) ?? '';
    if (token === '') error.value = 'Paste the token, or the whole link';
    else onToken(token, text);
  };
  return (
    <main class="door">
      <form class="door-form" onSubmit={submit}>
        <h1>
          <span class="brand-mark-own" aria-hidden="true" />
          Inspector
        </h1>
        <p>
          Open the link that the start of the service printed, or paste it or its token here. A start that was
          not in a terminal printed none: the token is then in <code>inspector.json</code> of its{' '}
          <code>DATA_DIR</code> (<code>.data/inspector.json</code> in the folder of <code>npm start</code>),
          or what <code>INSPECTOR_TOKEN</code> says.
        </p>
        {isRefused && <Notice>This token is not that of the running service.</Notice>}
        <Field
          label="Link or token"
          name="token"
          autocomplete="off"
          autofocus
          defaultValue={lastInput}
          error={error.value}
          onInput={() => {
            error.value = null;
          }}
        />
        <Button type="submit" class="button button-primary">
          Open
        </Button>
        <p class="muted">
          Each start makes a new token, which only this tab and other tabs of the inspector keep.
        </p>
      </form>
    </main>
  );
}
