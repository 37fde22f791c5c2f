import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import {
  type ChosenMethod,
  followWallet,
  isCancelledByShopper,
  nothingChosen,
  payBy,
  paymentProblem,
  underWayText,
} from '../ui/checkout.ts';
import { language } from '../ui/language.ts';
import type { Order } from '../ui/shop-api.ts';
import type { WalletHost } from './mount-shop.ts';
import { useCart } from './use-cart.ts';
import { useChange } from './use-change.ts';
import { useWallet } from './use-wallet.ts';

/** State of the checkout: the cart, the choice, a problem and the payment under way; `press` pays. */
export function useCheckout(host: WalletHost, onOrder: (order: Order) => void) {
  const { sdk, settings, opening, reopen, takePress } = host;
  const { cart, problem: cartProblem, change } = useCart();
  const wallet = useWallet(host, cart);
  const [failure, setFailure] = useState<unknown>();
  const [choice, choose] = useState(nothingChosen);
  /** Status text while a payment is under way, else empty. */
  const [underWay, setUnderWay] = useState('');
  const isPaying = useRef(false);
  const stop = () => {
    setUnderWay('');
    isPaying.current = false;
  };

  /** Goes on to the order, unless there is a challenge. */
  const finish = async (payment: Promise<Order | null>) => {
    try {
      const order = await payment;
      if (order) onOrder(order);
    } catch (error) {
      setFailure(error);
      stop();
    }
  };
  const pay = async (by: ChosenMethod) => {
    if (!sdk || isPaying.current) return;
    isPaying.current = true;
    setFailure(undefined);
    setUnderWay(underWayText(by));
    await finish(payBy(sdk, by, settings.mode));
  };
  const page = { choose, pay, finish, orderId: cart?.orderId ?? '' };
  const current = useRef(page);
  current.current = page;
  useLayoutEffect(() => sdk && followWallet(sdk, () => current.current), []);
  // The wallet of before, and with it the end of its payment, is gone.
  useChange(opening, () => {
    choose(nothingChosen);
    stop();
  });
  useChange(language(), () => setFailure(undefined));
  const press = async () => {
    if (!cart) location.reload();
    else if (await wallet.opened()) await pay(choice);
    // The same button reopens a wallet that failed to open.
    else reopen();
  };
  const isPayable = cart !== undefined;
  useEffect(() => {
    if (isPayable && takePress()) press().catch(setFailure);
  }, [isPayable]);
  const paid = failure === undefined ? '' : paymentProblem(failure);
  const problem = paid || wallet.problem || cartProblem;
  return { cart, change, choice, problem, isNews: isCancelledByShopper(failure), underWay, press };
}
