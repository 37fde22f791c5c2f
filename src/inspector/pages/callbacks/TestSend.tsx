import { useModel, useSignal } from '@preact/signals';
import type { CallbackTestAnswer } from '../../../contract/admin/callbacks.ts';
import { Button } from '../../../wallet/ui/Button.tsx';
import { Field } from '../../../wallet/ui/Field.tsx';
import { Action } from '../../state/action.ts';
import { useInspector } from '../../state/inspector.ts';
import { ActionResult } from '../../ui/ActionResult.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Code, prettyJson } from '../../ui/Code.tsx';
import { takeForm, textOf } from '../../ui/form-values.ts';
import { Section } from '../../ui/Page.tsx';
import { answerText, isReceived, isWebPage, WEB_PAGE } from './answer-text.ts';

/** Sends a signed event of no payment to a receiver, once, and shows what it answers. */
export function TestSend({ accountId }: { readonly accountId: number }) {
  const { api } = useInspector();
  const action = useModel(Action);
  const answer = useSignal<CallbackTestAnswer | null>(null);
  const send = async (event: SubmitEvent) => {
    const form = takeForm(event);
    if (!form) return;
    answer.value = null;
    await action.run(async () => {
      answer.value = await api.testCallback({ account_id: accountId, url: textOf(form, 'url') });
    }, '');
  };
  return (
    <Section title="Try a receiver">
      <p class="muted">
        Tries the address and the signature alone. Its transaction does not exist: a receiver that looks it up
        gets 404. <code>trigger paid --callback-url …</code> makes a payment with a callback of its own.
      </p>
      <form class="line-form" onSubmit={send}>
        <Field
          label="Receiver’s address"
          name="url"
          inputMode="url"
          required
          placeholder="http://localhost:5051/"
          error={null}
        />
        <Button type="submit" aria-disabled={action.status.value.name === 'working'}>
          Send a test
        </Button>
      </form>
      <ActionResult action={action} />
      {answer.value && <TestAnswer answer={answer.value} />}
    </Section>
  );
}

function TestAnswer({ answer }: { readonly answer: CallbackTestAnswer }) {
  const { request, answer_status: status, answer_start: start, failure, milliseconds } = answer;
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <div class="answered">
      <p role="status">
        {status === null ? 'Not received: ' : 'The receiver answered: '}
        <Badge tone={isReceived(status) ? 'good' : 'bad'}>{answerText(status, failure)}</Badge>{' '}
        <span class="muted">after {Math.round(milliseconds)} ms</span>
        {isReceived(status) && isWebPage(start) && <span class="under">{WEB_PAGE}</span>}
      </p>
      {start && <Code label="The receiver’s answer" text={start} copy={false} />}
      <Code label="Headers sent" text={headers.join('\n')} />
      <Code label="Body sent" text={prettyJson(request.body)} />
    </div>
  );
}
