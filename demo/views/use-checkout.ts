import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import {
  type ChosenMethod,
  isCancelledByShopper,
  nothingChosen,
  onConfirmed,
  onExpress,
  onProviderEnded,
  payBy,
  paymentProblem,
  underWayText,
  watchChoice,
} from '../ui/checkout.ts';
import { language } from '../ui/language.ts';
import type { Cart, Order } from '../ui/shop-api.ts';
import type { WalletHost } from './mount-shop.ts';
import { useWallet } from './use-wallet.ts';

const noProblem = { text: '', isCancelled: false };

type Checkout = { readonly cart: Cart | undefined; readonly onOrder: (order: Order) => void };

/** State of the checkout: the choice, its problem and the payment under way; `press` pays. */
export function useCheckout(host: WalletHost, { cart, onOrder }: Checkout) {
  const { sdk, drawer, opening, reopen } = host;
  const wallet = useWallet(host, { view: 'CHECKOUT', cart });
  const [problem, setProblem] = useState(noProblem);
  const [choice, setChoice] = useState(nothingChosen);
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
      setProblem({ text: paymentProblem(error), isCancelled: isCancelledByShopper(error) });
      stop();
    }
  };
  const pay = async (by: ChosenMethod) => {
    if (!sdk || isPaying.current) return;
    isPaying.current = true;
    setProblem(noProblem);
    setUnderWay(underWayText(by));
    await finish(payBy(sdk, by, drawer.mode));
  };
  const current = useRef({ pay, finish, cart });
  current.current = { pay, finish, cart };
  useLayoutEffect(() => {
    if (!sdk) return undefined;
    const take = (payment: Promise<Order>) => current.current.finish(payment);
    const stops = [
      watchChoice(sdk, setChoice),
      onExpress(sdk, (by) => current.current.pay(by)),
      onConfirmed(sdk, take),
      onProviderEnded(sdk, { orderId: () => current.current.cart?.orderId ?? '', finish: take }),
    ];
    return () => {
      for (const stopListening of stops) stopListening();
    };
  }, []);
  // The wallet of before, and with it the end of its payment, is gone.
  useLayoutEffect(() => {
    setChoice(nothingChosen);
    stop();
  }, [opening]);
  useEffect(() => setProblem(noProblem), [language()]);
  const press = async () => {
    if (!cart) location.reload();
    else if (await wallet.opened()) await pay(choice);
    // The same button reopens a wallet that failed to open.
    else reopen();
  };
  return { choice, problem: { ...problem, text: problem.text || wallet.problem }, underWay, press };
}
