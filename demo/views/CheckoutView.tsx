import { CheckoutLayout } from '../layouts/WalletLayouts.tsx';
import { text } from '../ui/language.ts';
import type { Order } from '../ui/shop-api.ts';
import { useMedia } from '../ui/use-media.ts';
import { cartLine, payText } from '../ui/words.ts';
import { LineItems } from './LineItems.tsx';
import type { WalletHost } from './mount-shop.ts';
import { Problem } from './Problem.tsx';
import { useCheckout } from './use-checkout.ts';

type Props = { readonly host: WalletHost; readonly onOrder: (order: Order) => void };

/** Cart, wallet and the button that pays. */
export function CheckoutView({ host, onOrder }: Props) {
  const { cart, change, choice, problem, isNews, underWay, press } = useCheckout(host, onOrder);
  const isWide = useMedia('(width >= 48rem)');
  return (
    <CheckoutLayout
      text={text}
      isCartOpen={isWide}
      cartLine={cart && cartLine(cart)}
      lines={<LineItems cart={cart} onChange={change} />}
    >
      <Problem text={problem} isNews={isNews} />
      <div class="pay-bar">
        <button id="pay" class="primary" type="button" aria-disabled={underWay !== ''} onClick={press}>
          {cart ? payText(cart, choice) : text('pay.plain')}
        </button>
        <p class="small" role="status">
          {underWay}
        </p>
      </div>
    </CheckoutLayout>
  );
}
