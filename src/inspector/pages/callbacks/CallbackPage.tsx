import { useModel } from '@preact/signals';
import type { AdminAttempt, CallbackDetails } from '../../../contract/admin/callbacks.ts';
import { Button } from '../../../wallet/ui/Button.tsx';
import { curlOf } from '../../format/curl.ts';
import { Action } from '../../state/action.ts';
import { useInspector } from '../../state/inspector.ts';
import { addressOf } from '../../state/route.ts';
import { useResource } from '../../state/use-resource.ts';
import { ActionResult } from '../../ui/ActionResult.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Code, prettyJson } from '../../ui/Code.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { Moment } from '../../ui/Moment.tsx';
import { Page, Section } from '../../ui/Page.tsx';
import { ResourceView } from '../../ui/ResourceView.tsx';
import { answerText, isReceived } from './answer-text.ts';
import { CallbackState } from './CallbackState.tsx';

const POLL_MS = 2000;

/** One callback: its state, its attempts, and its body. */
export function CallbackPage({ id }: { readonly id: string }) {
  const { api } = useInspector();
  const resource = useResource({
    load: async () => (await api.callback(id)).callback,
    everyMs: POLL_MS,
  });
  const action = useModel(Action);
  const replay = async () => {
    await action.run(() => api.replayCallback(id), 'It is sent again.');
    resource.reload();
  };
  return (
    <Page title="Callback" lead={<code>{id}</code>}>
      <ResourceView resource={resource}>
        {(callback) => (
          <>
            <Section
              title="Delivery"
              actions={
                <>
                  <CopyButton text={async () => curlOf((await api.callbackRequest(id)).request)}>
                    Copy as curl
                  </CopyButton>
                  {callback.ended_at !== null && (
                    <Button class="button button-primary button-small" onClick={replay}>
                      Send again
                    </Button>
                  )}
                </>
              }
            >
              <ActionResult action={action} />
              <Delivery callback={callback} />
              <RetryHint callback={callback} />
            </Section>
            <Section title="Attempts">
              <Attempts callback={callback} />
            </Section>
            <Section title="Sent">
              <SentRequest callback={callback} />
            </Section>
          </>
        )}
      </ResourceView>
    </Page>
  );
}

function Delivery({ callback }: { readonly callback: CallbackDetails }) {
  const { info, url, payment_id, transaction_id, order_id, created_at, due_at, held_until } = callback;
  return (
    <DescriptionList
      rows={[
        ['State', <CallbackState key="state" callback={callback} />],
        ['Event', info],
        ['Receiver', url],
        [
          'Payment',
          <a key="payment" href={addressOf('payments', { id: payment_id })}>
            {order_id || payment_id}
          </a>,
        ],
        ['Transaction', <code key="id">{transaction_id}</code>],
        ['Written', <Moment key="at" iso={created_at} />],
        ...(due_at === null ? [] : ([['Next attempt', <Moment key="due" iso={due_at} />]] as const)),
        ...(held_until === null
          ? []
          : ([
              [
                'Held',
                'until then: the receiver answered 429, 502, 503 or 504, so nothing goes to this host and port',
              ],
            ] as const)),
      ]}
    />
  );
}

/** Says that the service retries by itself, and that moving the clock retries at once. */
function RetryHint({ callback: { ended_at, tries } }: { readonly callback: CallbackDetails }) {
  const { service } = useInspector();
  if (ended_at !== null || tries === 0) return null;
  return (
    <p class="muted">
      It is sent again by itself.{' '}
      {service.may_reset && (
        <>
          To try now, move the service’s time there: <a href={addressOf('clock')}>Clock</a>
        </>
      )}
    </p>
  );
}

function Attempts({ callback: { attempts } }: { readonly callback: CallbackDetails }) {
  if (attempts.length === 0) return <p class="muted">None yet: the first follows within a second.</p>;
  const newestFirst = attempts.map((attempt, index) => [index + 1, attempt] as const).reverse();
  return (
    <ol class="attempts" reversed>
      {newestFirst.map(([number, attempt]) => (
        <Attempt key={number} number={number} attempt={attempt} />
      ))}
    </ol>
  );
}

function Attempt({ number, attempt }: { readonly number: number; readonly attempt: AdminAttempt }) {
  const { answer_status: status, answer_start: start, failure, started_at, ended_at } = attempt;
  const took = Date.parse(ended_at) - Date.parse(started_at);
  return (
    <li class="attempt">
      <div class="attempt-head">
        <strong>Attempt {number}</strong>
        <Badge tone={isReceived(status) ? 'good' : 'bad'}>{answerText(status, failure)}</Badge>
        <span class="muted">
          <Moment iso={started_at} /> · {took} ms
        </span>
      </div>
      {start ? (
        <Code label="The receiver’s answer" subject={`attempt ${number}`} text={start} copy={false} />
      ) : (
        <p class="muted">{status === null ? whyNone(failure) : 'The answer had no body.'}</p>
      )}
    </li>
  );
}

function whyNone(failure: string | null): string {
  const reasons = new Map([
    [
      'connection_failed',
      'Nothing listens there, or it hung up without an answer. Look at the receiver before the next attempt.',
    ],
    [
      'answer_broken',
      'The receiver sent no answer in HTTP. It may have taken the callback: it is told again.',
    ],
    ['connect_timeout', 'The receiver could not be reached in time.'],
    ['name_unresolved', 'The name in the address is not known.'],
    ['address_forbidden', 'Callbacks may not go to this address: see EGRESS.'],
    ['timeout', 'The receiver took more than 15 seconds. Answer first, then work.'],
  ]);
  return reasons.get(failure ?? '') ?? 'There was no answer.';
}

function SentRequest({ callback: { id, body } }: { readonly callback: CallbackDetails }) {
  return (
    <>
      <p class="muted">
        A POST with <code>webhook-id: {id}</code>, <code>webhook-timestamp</code> and{' '}
        <code>webhook-signature</code>, made anew for each attempt. The timestamp is this machine’s time, so
        that receivers take it also where the service’s clock was moved. The card’s tokens are masked here;
        “Copy as curl” has the request as it is sent, signed for the next five minutes.
      </p>
      <Code label="Body" text={prettyJson(body)} />
    </>
  );
}
