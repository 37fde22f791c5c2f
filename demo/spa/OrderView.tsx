import { useEffect, useState } from 'preact/hooks';
import { problemText } from '../ui/checkout.ts';
import { nameTab, onLanguage, text } from '../ui/language.ts';
import { getOrder, type Order } from '../ui/shop-api.ts';
import { dateText, orderWords, shortId } from '../ui/words.ts';

/** How long until an order whose outcome is open is asked for again. */
const lookAgainMs = 3000;

export function OrderView({ id }: { id: string }) {
  const [order, setOrder] = useState<Order>();
  const [problem, setProblem] = useState('');
  const isOpen = order === undefined || order.awaiting !== null;
  useEffect(() => {
    const read = () => {
      getOrder(id).then(
        (answer) => setOrder(answer.order),
        (error) => setProblem(problemText(error)),
      );
    };
    read();
    const timer = isOpen ? setInterval(read, lookAgainMs) : undefined;
    const stop = onLanguage(read);
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [id, isOpen]);
  const words = order && orderWords(order);
  useEffect(() => {
    if (words) nameTab(words.title);
  }, [words?.title]);
  if (!order || !words) return <p role="alert">{problem}</p>;
  return (
    <>
      <p class="small">
        {text('order.number', { id: shortId(order.id) })} · {dateText(order.placedAt)}
      </p>
      <h1 data-state={order.status}>{words.title}</h1>
      <p class="lead">{words.text}</p>
      {words.paidWith && <p class="panel paid-with">{words.paidWith}</p>}
      <p class="actions">
        <a class="secondary" href={`/orders/${order.id}`}>
          {text('order.record')}
        </a>
        <a class="secondary" href="/spa/">
          {text('order.new')}
        </a>
      </p>
    </>
  );
}
