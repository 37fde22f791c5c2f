import {
  type Choice,
  nothingChosen,
  onConfirmed,
  onExpress,
  onProviderEnded,
  payBy,
  type Sdk,
  underWayText,
  watchChoice,
} from '../ui/checkout.ts';
import { nameTab, onLanguage, text } from '../ui/language.ts';
import { openWhereWide } from '../ui/open-where-wide.ts';
import { mountSandbox } from '../ui/sandbox.ts';
import { type Cart, getCart, getCartToPay, type Order, setQuantity } from '../ui/shop-api.ts';
import { cartLine, money, payText } from '../ui/words.ts';
import { byId } from './by-id.ts';
import { type Change, cartLines } from './cart-lines.ts';
import { openingWallet } from './opening-wallet.ts';
import { say, sayOfPayment } from './say.ts';

export async function showCheckout(main: HTMLElement) {
  nameTab(text('checkout.title'));
  const template = byId('checkout');
  if (template instanceof HTMLTemplateElement) main.append(template.content.cloneNode(true));
  const fold = byId('cart');
  if (fold instanceof HTMLDetailsElement) openWhereWide(fold);
  byId('pay').textContent = text('pay.plain');
  const { sdk } = window;
  const cart = await getCartToPay().catch(say);
  if (cart && sdk) return takePayment(sdk, cart);
  mountSandbox(byId('sandbox'), { onShopperChange: () => location.reload() });
  onLanguage(() => location.reload());
  byId('pay').addEventListener('click', () => location.reload());
  if (!cart) return;
  showCart(cart, () => {});
  byId('pay').textContent = payText(cart, nothingChosen);
  say(new Error('the script tag did not load'));
}

/** Cart, wallet and button, and what each has to know of the others. */
async function takePayment(sdk: Sdk, begun: Cart) {
  let [cart, choice] = [begun, nothingChosen];
  const showPay = () => {
    byId('pay').textContent = payText(cart, choice);
  };
  const show = (current: Cart) => {
    cart = current;
    showCart(cart, change);
    showPay();
  };
  const change: Change = async (product, quantity) => {
    const changed = await setQuantity(product, quantity).catch(say);
    if (!changed) return;
    const focused = document.activeElement?.id;
    show(changed);
    await wallet.show(changed).catch(say);
    if (focused) document.getElementById(focused)?.focus();
  };
  const pay = (by: Choice) => finishOnce(() => payBy(sdk, by, sandbox.mode), underWayText(by));
  const wallet = openingWallet(sdk, { cart: () => cart, sandbox: () => sandbox });
  const open = () => {
    choice = nothingChosen;
    showPay();
    return wallet.open();
  };
  show(cart);
  const sandbox = mountSandbox(byId('sandbox'), { onShopperChange: open, wallet: sdk.wallet });
  watchChoice(sdk, (chosen) => {
    choice = chosen;
    showPay();
  });
  onExpress(sdk, pay);
  onConfirmed(sdk, finish);
  onProviderEnded(sdk, { orderId: () => cart.orderId, finish });
  onLanguage(() => speak(show));
  // Back from the order: that cart is paid.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
  byId('pay').addEventListener('click', async () => {
    // A wallet that could not open is tried again by the same button.
    const isOpen = await wallet.isOpen();
    await (isOpen ? pay(choice) : open());
  });
  await open();
}

/** The names of the products come from the backend, as the cart does. */
async function speak(show: (cart: Cart) => void) {
  nameTab(text('checkout.title'));
  say();
  const cart = await getCart().catch(say);
  if (cart) show(cart);
}

function showCart(cart: Cart, onChange: Change) {
  byId('cart-line').textContent = cartLine(cart);
  byId('lines').replaceChildren(...cartLines(cart, onChange));
  byId('total').textContent = money(cart.amount, cart.currency);
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
