import { CheckoutLayout } from '../layouts/WalletLayouts.tsx';
import { text } from '../ui/language.ts';
import type { Order } from '../ui/shop-api.ts';
import { useMedia } from '../ui/use-media.ts';
import { cartLine, payText } from '../ui/words.ts';
import { LineItems } from './LineItems.tsx';
import type { WalletHost } from './mount-shop.ts';
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
      problem={problem}
      isNews={isNews}
      payText={cart ? payText(cart, choice) : text('pay.plain')}
      underWay={underWay}
      onPay={press}
    />
  );
}
