import type { ComponentChildren } from 'preact';
import type { TextKey } from '../texts/page-texts.ts';
import { Title } from './Title.tsx';

type Props = {
  /** In the language of the page. */
  readonly text: (key: TextKey) => string;
  /** Written by the backend as HTML; Preact leaves what stands in the place of the wallet as it is. */
  readonly frame?: string;
  /** On phones the cart is one line that the shopper opens. */
  readonly isCartOpen?: boolean;
  readonly cartLine?: ComponentChildren;
  readonly lines?: ComponentChildren;
  readonly children?: ComponentChildren;
};

/** The checkout without what only its script knows: the backend writes it, and the page goes on with it. */
export function CheckoutLayout({ text, frame, isCartOpen = false, cartLine, lines, children }: Props) {
  return (
    <>
      <Title text={text('checkout.title')} />
      <div class="checkout">
        <section class="panel cart" aria-labelledby="cart-title">
          <h2 id="cart-title">{text('cart.title')}</h2>
          <details open={isCartOpen}>
            <summary>{cartLine}</summary>
            {lines}
          </details>
        </section>
        <section class="panel pay" aria-labelledby="pay-title">
          <h2 id="pay-title">{text('payment.title')}</h2>
          <p class="private">{text('payment.private')}</p>
          <WalletPlace frame={frame} />
          {children}
        </section>
      </div>
    </>
  );
}

/** The shopper's saved cards, in the same way. */
export function CardsLayout({ text, frame, children }: Props) {
  return (
    <>
      <Title text={text('nav.cards')} />
      <div class="panel pay cards-panel">
        <p class="private">{text('cards.private')}</p>
        <WalletPlace frame={frame} />
        {children}
      </div>
    </>
  );
}

function WalletPlace({ frame = '' }: { readonly frame: string | undefined }) {
  return <div id="wallet" dangerouslySetInnerHTML={{ __html: frame }} />;
}
