import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import {
  type Choice,
  isOwnStop,
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

const noProblem = { text: '', isOwnStop: false };

type Checkout = { readonly cart: Cart | undefined; readonly onOrder: (order: Order) => void };

/** From the button to the order, with what goes wrong in between. */
export function useCheckout(host: WalletHost, { cart, onOrder }: Checkout) {
  const { sdk, sandbox, opening, reopen } = host;
  const wallet = useWallet(host, { view: 'CHECKOUT', cart });
  const [problem, setProblem] = useState(noProblem);
  const [choice, setChoice] = useState(nothingChosen);
  /** What is said from Pay on, until there is an outcome. */
  const [underWay, setUnderWay] = useState('');
  const isPaying = useRef(false);

  /** On to the order, unless the bank still asks the shopper. */
  const finish = async (payment: Promise<Order | null>) => {
    try {
      const order = await payment;
      if (order) onOrder(order);
    } catch (error) {
      setProblem({ text: paymentProblem(error), isOwnStop: isOwnStop(error) });
      setUnderWay('');
      isPaying.current = false;
    }
  };
  const pay = async (by: Choice) => {
    if (!sdk || isPaying.current) return;
    isPaying.current = true;
    setProblem(noProblem);
    setUnderWay(underWayText(by));
    await finish(payBy(sdk, by, sandbox.mode));
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
      for (const stop of stops) stop();
    };
  }, []);
  useLayoutEffect(() => setChoice(nothingChosen), [opening]);
  useEffect(() => setProblem(noProblem), [language()]);
  const press = async () => {
    if (!cart) location.reload();
    else if (await wallet.opened()) await pay(choice);
    // A wallet that could not open is tried again by the same button.
    else reopen();
  };
  return { choice, problem: { ...problem, text: problem.text || wallet.problem }, underWay, press };
}
