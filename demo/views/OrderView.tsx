import { Title } from '../layouts/Title.tsx';
import { text } from '../ui/language.ts';
import { getOrder, shop } from '../ui/shop-api.ts';
import { dateText, orderWords, shortId } from '../ui/words.ts';
import { LineItems } from './LineItems.tsx';
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
  if (order && words)
    return (
      <>
        <p class="small">
          {text('order.number', { id: shortId(order.id) })} · {dateText(order.placedAt)}
        </p>
        <Title tabIndex={-1} data-state={order.status} text={words.title} />
        <p class="lead">{words.text}</p>
        <section class="panel" aria-label={text('order.items')}>
          <LineItems cart={order} />
          <p class="paid-with">{words.paidWith}</p>
        </section>
        <MerchantDesk order={order} problem={problem} read={read} />
      </>
    );
  return problem ? (
    <>
      <Title text={text('order.notFound')} />
      <p role="alert">{problem}</p>
      <a href={`${shop().base}/orders`}>{text('nav.orders')}</a>
    </>
  ) : null;
}
