import { useEffect, useState } from 'preact/hooks';
import { problemText } from '../ui/checkout.ts';
import { text } from '../ui/language.ts';
import { capture, getRecord, type Order, refund } from '../ui/shop-api.ts';
import { logCallbacks } from '../ui/timeline.ts';
import { money } from '../ui/words.ts';
import { LOOK_AGAIN_MS } from '../views/OrderView.tsx';
import { Badge, Surpluses } from './OrdersPage.tsx';

/** How often the shop asks again for a callback that has not come. */
const CALLBACK_LOOKS = 3;

type Props = { readonly order: Order; readonly onChange: (order: Order) => void };

/** What the shop's staff would see: the payment's state, what can be done, and what the service has on record. */
export function MerchantDesk({ order, onChange }: Props) {
  const { id, status, awaiting, refusal, amount, currency, transactionId } = order;
  const [problem, setProblem] = useState('');
  const act = async (action: typeof capture) => {
    setProblem('');
    try {
      onChange((await action(id)).order);
      // Once it is drawn, for a screen reader to say.
      setTimeout(() => document.querySelector('h1')?.focus());
    } catch (error) {
      setProblem(problemText(error));
    }
  };
  const button = (label: 'desk.capture' | 'desk.refund', action: typeof capture) => (
    <button type="button" class="secondary" onClick={() => act(action)}>
      {text(label, { sum: money(amount, currency) })}
    </button>
  );
  const isSettled = awaiting === null;
  return (
    <section class="desk" aria-labelledby="desk-title">
      <header>
        <h2 id="desk-title">{text('desk.title')}</h2>
        <Badge order={order} />
      </header>
      <div class="actions">
        {isSettled && status === 'authorised' && button('desk.capture', capture)}
        {isSettled && status === 'paid' && button('desk.refund', refund)}
      </div>
      <p class="problem" role="alert">
        {problem || (status === 'unpaid' ? '' : refusal?.message)}
      </p>
      <Surpluses order={order} />
      {transactionId && <TransactionRecord key={`${status} ${awaiting}`} id={id} />}
    </section>
  );
}

function TransactionRecord({ id }: { id: string }) {
  const [found, setFound] = useState<Awaited<ReturnType<typeof getRecord>>>();
  const [problem, setProblem] = useState('Looking it up …');
  useEffect(() => {
    let isCurrent = true;
    const look = async (timesLeft: number): Promise<void> => {
      const answer = await getRecord(id);
      setFound(answer);
      logCallbacks(answer.callbacks);
      // The callback of what was just paid is still on its way.
      if (answer.callbacks.length === 0 && timesLeft > 0)
        setTimeout(() => isCurrent && look(timesLeft - 1).catch(fail), LOOK_AGAIN_MS);
    };
    const fail = (error: unknown) => setProblem(problemText(error));
    look(CALLBACK_LOOKS).catch(fail);
    return () => {
      isCurrent = false;
    };
  }, [id]);
  const json = (value: object) => JSON.stringify(value, null, 2);
  const block = (label: string, content: string) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section tabIndex={0} aria-label={label}>
      {content}
    </section>
  );
  return (
    <details lang="en" dir="ltr">
      <summary>Lookup: GET /wallet/api/v1/transactions/…</summary>
      {block('Transaction record', found ? json(found.record) : problem)}
      {block('Callbacks received', found ? `Callbacks received and verified: ${json(found.callbacks)}` : '')}
    </details>
  );
}
