import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { TextKey } from '../texts/page-texts.ts';
import { Problem } from './Problem.tsx';
import { Title } from './Title.tsx';

type Props = {
  /** In the language of the page. */
  readonly text: (key: TextKey) => string;
  /** Written by the backend as HTML; Preact leaves what stands in the place of the wallet as it is. */
  readonly frame?: string;
};

type CheckoutProps = Props & {
  /** On phones the cart is one line that the shopper opens. */
  readonly isCartOpen?: boolean;
  readonly cartLine?: ComponentChildren;
  readonly lines?: ComponentChildren;
  readonly problem?: string;
  readonly isNews?: boolean;
  /** Default: it names no sum. */
  readonly payText?: string;
  /** Status text while a payment is under way, else empty. */
  readonly underWay?: string;
  /** Without it Pay tells that the page is still loading. */
  readonly onPay?: () => void;
};

/** What Pay opens before the script has come. */
const SOON = 'soon';
const untilScript = { popovertarget: SOON, popovertargetaction: 'show' } as const;

/** Whether Pay was pressed before the script had come. Asked before Preact goes on with the page, which takes it away. */
export const wasPayPressed = () =>
  'popover' in HTMLElement.prototype && document.querySelector(`#${SOON}:popover-open`) !== null;

/** The checkout. The backend writes it without what only its script knows, and the page goes on with it. */
export function CheckoutLayout({ text, frame, isCartOpen = false, ...props }: CheckoutProps) {
  const { cartLine, lines, problem = '', isNews = false, payText, underWay = '', onPay } = props;
  const cart = useRef<HTMLDetailsElement>(null);
  // The backend does not know how wide the page is, and at first Preact changes no attribute of its HTML.
  useLayoutEffect(() => {
    if (cart.current) cart.current.open = isCartOpen;
  }, [isCartOpen]);
  return (
    <>
      <Title text={text('checkout.title')} />
      <div class="checkout">
        <section class="panel cart" aria-labelledby="cart-title">
          <h2 id="cart-title">{text('cart.title')}</h2>
          <details ref={cart}>
            <summary>{cartLine}</summary>
            {lines}
          </details>
        </section>
        <section class="panel pay" aria-labelledby="pay-title">
          <h2 id="pay-title">{text('payment.title')}</h2>
          <p class="private">{text('payment.private')}</p>
          <WalletPlace frame={frame} />
          <Problem text={problem} isNews={isNews} />
          <div class="pay-bar">
            <button
              id="pay"
              class="primary"
              type="button"
              aria-disabled={underWay !== ''}
              onClick={onPay}
              {...(!onPay && untilScript)}
            >
              {payText ?? text('pay.plain')}
            </button>
            <p class="small" role="status">
              {underWay}
            </p>
          </div>
          {!onPay && (
            <p id={SOON} class="soon" popover="manual">
              {text('pay.soon')}
            </p>
          )}
        </section>
      </div>
    </>
  );
}

/** The shopper's saved cards, in the same way. */
export function CardsLayout({
  text,
  frame,
  problem = '',
}: Pick<CheckoutProps, 'text' | 'frame' | 'problem'>) {
  return (
    <>
      <Title text={text('nav.cards')} />
      <div class="panel pay cards-panel">
        <p class="private">{text('cards.private')}</p>
        <WalletPlace frame={frame} />
        <Problem text={problem} />
      </div>
    </>
  );
}

function WalletPlace({ frame = '' }: { readonly frame: string | undefined }) {
  return <div id="wallet" dangerouslySetInnerHTML={{ __html: frame }} />;
}
