import { openWallet, payWith, problemText, renewSession, type Sdk } from '../ui/checkout.ts';
import { mountSandbox } from '../ui/sandbox.ts';
import { type Cart, getCart, setQuantity } from '../ui/shop-api.ts';
import { money } from '../ui/words.ts';
import { byId } from './by-id.ts';
import { cartLines } from './cart-lines.ts';

declare global {
  interface Window {
    /** Set by the script tag; missing when the script could not be loaded. */
    readonly sdk?: Sdk;
  }
}

export async function showCheckout(main: HTMLElement) {
  const template = byId('checkout');
  if (template instanceof HTMLTemplateElement) main.append(template.content.cloneNode(true));
  const sandbox = mountSandbox(byId('sandbox'), () => restart());
  const { sdk } = window;
  const cart = await getCart().catch(say);
  if (cart) showCart(cart);
  if (!cart || !sdk) return say(new Error('no wallet'));

  let opening = new AbortController();
  const open = () => {
    const { signal } = opening;
    return openWallet(sdk, { as: sandbox.shopper, cart, container: '#wallet', signal }).catch((error) => {
      if (!signal.aborted) say(error);
    });
  };
  const restart = () => {
    say();
    opening.abort();
    opening = new AbortController();
    return sdk.wallet.destroy().then(open, say);
  };
  renewSession(sdk, () => sandbox.shopper);
  byId('pay').addEventListener('click', () => pay(sdk, sandbox));
  await open();
}

function showCart(cart: Cart) {
  const sum = money(cart.amount, cart.currency);
  byId('lines').replaceChildren(...cartLines(cart, changeQuantity));
  byId('total').textContent = sum;
  byId('pay').textContent = `Pay ${sum}`;
}

async function changeQuantity(product: string, quantity: number) {
  const cart = await setQuantity(product, quantity).catch(say);
  if (!cart) return;
  const focused = document.activeElement?.id;
  showCart(cart);
  if (focused) document.getElementById(focused)?.focus();
}

async function pay(sdk: Sdk, sandbox: { mode: 'SALE' | 'AUTH' }) {
  const button = byId('pay');
  if (button.getAttribute('aria-disabled') === 'true') return;
  say();
  button.setAttribute('aria-disabled', 'true');
  try {
    const order = await payWith(sdk, sandbox.mode);
    location.assign(`/orders/${order.id}`);
  } catch (error) {
    say(error);
    button.removeAttribute('aria-disabled');
  }
}

/** Says what went wrong beside the button, or clears it. */
function say(error?: unknown) {
  byId('problem').textContent = error ? problemText(error) : '';
}
