import { useEffect, useRef } from 'preact/hooks';
import { text } from '../ui/language.ts';
import { capture, getRecord, type Order, refund } from '../ui/shop-api.ts';
import { logCallbacks } from '../ui/Timeline.tsx';
import { money } from '../ui/words.ts';
import { Badge, Surpluses } from './OrderState.tsx';
import { useAnswer } from './use-answer.ts';

type Props = {
  readonly order: Order;
  readonly problem: string;
  /** Takes the order that an action leads to; resolves to whether it is shown. */
  readonly read: (answer: ReturnType<typeof capture>) => Promise<boolean>;
};

/** What the shop's staff would see: the payment's state, what can be done, and what the service has on record. */
export function MerchantDesk({ order, problem, read }: Props) {
  const { status, awaiting, refusal, amount, currency, transactionId } = order;
  const act = async (action: typeof capture) => {
    // Once it is drawn, for a screen reader to say.
    if (await read(action(order.id))) setTimeout(() => document.querySelector('h1')?.focus());
  };
  const button = (label: 'desk.capture' | 'desk.refund', action: typeof capture) => (
    <button type="button" class="secondary" onClick={() => act(action)}>
      {text(label, { sum: money(amount, currency) })}
    </button>
  );
  return (
    <section class="desk" aria-labelledby="desk-title">
      <header>
        <h2 id="desk-title">{text('desk.title')}</h2>
        <Badge order={order} />
      </header>
      <div class="actions">
        {awaiting === null && status === 'authorised' && button('desk.capture', capture)}
        {awaiting === null && status === 'paid' && button('desk.refund', refund)}
      </div>
      <p class="problem" role="alert">
        {problem || (status === 'unpaid' ? '' : refusal?.message)}
      </p>
      <Surpluses order={order} />
      {transactionId && <TransactionRecord key={`${status} ${awaiting}`} order={order} />}
    </section>
  );
}

/** How often the shop asks for a callback that has not come. */
const CALLBACK_LOOKS = 4;

function TransactionRecord({ order: { id } }: Pick<Props, 'order'>) {
  const looks = useRef(0);
  const { answer, problem } = useAnswer(
    () => {
      looks.current += 1;
      return getRecord(id);
    },
    (found) => found?.callbacks.length === 0 && looks.current < CALLBACK_LOOKS,
  );
  useEffect(() => logCallbacks(answer?.callbacks ?? []), [answer]);
  const json = (value: object) => JSON.stringify(value, null, 2);
  const callbacks = answer ? `Callbacks received and verified: ${json(answer.callbacks)}` : '';
  const block = (label: string, content: string) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section tabIndex={0} aria-label={label}>
      {content}
    </section>
  );
  return (
    <details lang="en" dir="ltr">
      <summary>Lookup: GET /wallet/api/v1/transactions/…</summary>
      {block('Transaction record', answer ? json(answer.record) : problem || 'Looking it up …')}
      {block('Callbacks received', callbacks)}
    </details>
  );
}
