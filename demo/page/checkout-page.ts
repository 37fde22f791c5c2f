import {
  onConfirmed,
  onProviderEnded,
  payAtProvider,
  payWith,
  renewSession,
  watchChoice,
} from '../ui/checkout.ts';
import { mountSandbox } from '../ui/sandbox.ts';
import { type Cart, getCart, type Order, setQuantity } from '../ui/shop-api.ts';
import { money } from '../ui/words.ts';
import { byId } from './by-id.ts';
import { cartLines } from './cart-lines.ts';
import { openingWallet } from './opening-wallet.ts';
import { say, sayOfPayment } from './say.ts';

export async function showCheckout(main: HTMLElement) {
  const template = byId('checkout');
  if (template instanceof HTMLTemplateElement) main.append(template.content.cloneNode(true));
  const { sdk } = window;
  const cart = await getCart().catch(say);
  let onCart: OnCart = async () => {};
  if (cart) showCart(cart, (changed) => onCart(changed));
  if (!cart || !sdk) {
    mountSandbox(byId('sandbox'), { onShopperChange: () => location.reload() });
    byId('pay').addEventListener('click', () => location.reload());
    if (cart) say(new Error('the script tag did not load'));
    return;
  }
  const wallet = openingWallet(sdk, { cart, sandbox: () => sandbox });
  onCart = wallet.show;
  const sandbox = mountSandbox(byId('sandbox'), { onShopperChange: () => wallet.open(), wallet: sdk.wallet });
  renewSession(sdk, () => sandbox.shopper);
  onConfirmed(sdk, finish);
  onProviderEnded(sdk, { orderId: () => wallet.orderId(), finish });
  const choice = watchChoice(sdk);
  byId('pay').addEventListener('click', async () => {
    // A wallet that could not open is tried again by the same button.
    const isOpen = await wallet.isOpen();
    const { isInstant, underWay } = choice();
    const pay = () => (isInstant ? payAtProvider(sdk) : payWith(sdk, sandbox.mode));
    await (isOpen ? finishOnce(pay, underWay) : wallet.open());
  });
  // Back from the order: that cart is paid.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
  await wallet.open();
}

type OnCart = (cart: Cart) => Promise<void>;

function showCart(cart: Cart, onCart: OnCart) {
  const sum = money(cart.amount, cart.currency);
  const change = (product: string, quantity: number) => changeQuantity({ product, quantity }, onCart);
  byId('lines').replaceChildren(...cartLines(cart, change));
  byId('total').textContent = sum;
  byId('pay').textContent = `Pay ${sum}`;
}

async function changeQuantity({ product, quantity }: { product: string; quantity: number }, onCart: OnCart) {
  const cart = await setQuantity(product, quantity).catch(say);
  if (!cart) return;
  const focused = document.activeElement?.id;
  showCart(cart, onCart);
  await onCart(cart).catch(say);
  if (focused) document.getElementById(focused)?.focus();
}

async function finishOnce(pay: () => Promise<Order | null>, underWay: string) {
  const button = byId('pay');
  if (button.getAttribute('aria-disabled') === 'true') return;
  say();
  button.setAttribute('aria-disabled', 'true');
  byId('under-way').textContent = underWay;
  await finish(pay());
}

/** On to the order, unless the bank still asks the shopper. */
async function finish(paying: Promise<Order | null>) {
  try {
    const order = await paying;
    if (order) location.assign(`/orders/${order.id}`);
  } catch (error) {
    sayOfPayment(error);
    byId('pay').removeAttribute('aria-disabled');
    byId('under-way').textContent = '';
  }
}
