import { useEffect } from 'preact/hooks';
import { nameTab, text } from '../ui/language.ts';
import { getOrder, shop } from '../ui/shop-api.ts';
import { dateText, orderWords, shortId } from '../ui/words.ts';
import { LineItems, Sums } from './LineItems.tsx';
import { MerchantDesk } from './MerchantDesk.tsx';
import { useAnswer } from './use-answer.ts';

/** An order, with what the shop's staff see of it; asked for until its outcome is known. */
export function OrderView({ id }: { readonly id: string }) {
  const { answer, problem, read } = useAnswer(
    () => getOrder(id),
    (latest) => latest?.order.awaiting !== null,
  );
  const order = answer?.order;
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
        <section class="panel" aria-label={text('order.items')}>
          <LineItems cart={order} />
          <Sums cart={order} />
          <p class="paid-with">{words.paidWith}</p>
        </section>
        <MerchantDesk order={order} problem={problem} onAction={(action) => read(action(id))} />
      </>
    );
  return problem ? (
    <>
      <h1>{text('order.notFound')}</h1>
      <p role="alert">{problem}</p>
      <a href={`${shop().base}/orders`}>{text('nav.orders')}</a>
    </>
  ) : null;
}
