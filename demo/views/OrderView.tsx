import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { problemText } from '../ui/checkout.ts';
import { language, nameTab, text } from '../ui/language.ts';
import { getOrder, type Order } from '../ui/shop-api.ts';
import { dateText, orderWords, shortId } from '../ui/words.ts';

/** How long until the shop asks again for what is not known yet. */
export const LOOK_AGAIN_MS = 3000;

type Props = {
  readonly id: string;
  /** What follows its number and state; `onChange` takes the order as it has become. */
  readonly children: (order: Order, onChange: (order: Order) => void) => ComponentChildren;
};

/** An order, asked for until its outcome is known. */
export function OrderView({ id, children }: Props) {
  const [order, setOrder] = useState<Order>();
  const [problem, setProblem] = useState('');
  const read = () => {
    getOrder(id).then(
      (answer) => setOrder(answer.order),
      (error) => setProblem(problemText(error)),
    );
  };
  const spoken = language();
  useLayoutEffect(read, [id, spoken]);
  const isOpen = order?.awaiting !== null;
  useEffect(() => {
    const timer = isOpen ? setInterval(read, LOOK_AGAIN_MS) : undefined;
    return () => clearInterval(timer);
  }, [id, isOpen]);
  const words = order && orderWords(order);
  useEffect(() => {
    if (words) nameTab(words.title);
  });
  if (order && words)
    return (
      <>
        <p class="small">
          {text('order.number', { id: shortId(order.id) })} · {dateText(order.placedAt)}
        </p>
        <h1 tabIndex={-1} data-state={order.status}>
          {words.title}
        </h1>
        <p class="lead">{words.text}</p>
        {children(order, setOrder)}
      </>
    );
  return problem ? (
    <>
      <h1>{text('order.notFound')}</h1>
      <p role="alert">{problem}</p>
      <a href="/orders">{text('nav.orders')}</a>
    </>
  ) : null;
}
