import { text } from '../ui/language.ts';
import type { Order } from '../ui/shop-api.ts';
import { useMedia } from '../ui/use-media.ts';
import { cartLine, payText } from '../ui/words.ts';
import { LineItems } from './LineItems.tsx';
import type { WalletHost } from './mount-shop.ts';
import { Problem } from './Problem.tsx';
import { Title } from './Title.tsx';
import { useCheckout } from './use-checkout.ts';

type Props = { readonly host: WalletHost; readonly onOrder: (order: Order) => void };

/** Cart, wallet and the button that pays. */
export function CheckoutView({ host, onOrder }: Props) {
  const { cart, change, choice, problem, isNews, underWay, press } = useCheckout(host, onOrder);
  // On phones the cart is one line that the shopper opens.
  const isWide = useMedia('(width >= 48rem)');
  return (
    <>
      <Title text={text('checkout.title')} />
      <div class="checkout">
        <section class="panel cart" aria-labelledby="cart-title">
          <h2 id="cart-title">{text('cart.title')}</h2>
          <details open={isWide}>
            <summary>{cart && cartLine(cart)}</summary>
            <LineItems cart={cart} onChange={change} />
          </details>
        </section>
        <section class="panel pay" aria-labelledby="pay-title">
          <h2 id="pay-title">{text('payment.title')}</h2>
          <p class="private">{text('payment.private')}</p>
          <div id="wallet" />
          <Problem text={problem} isNews={isNews} />
          <div class="pay-bar">
            <button id="pay" class="primary" type="button" aria-disabled={underWay !== ''} onClick={press}>
              {cart ? payText(cart, choice) : text('pay.plain')}
            </button>
            <p class="small" role="status">
              {underWay}
            </p>
          </div>
        </section>
      </div>
    </>
  );
}
