import { sdk } from 'embeddable-wallet';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import {
  type Choice,
  isOwnStop,
  nothingChosen,
  onExpress,
  payBy,
  paymentProblem,
  problemText,
  underWayText,
  watchChoice,
} from '../ui/checkout.ts';
import type { Sandbox } from '../ui/sandbox.ts';
import type { Cart, Order } from '../ui/shop-api.ts';
import { useWallet } from './use-wallet.ts';

/** From the button to the order, with what goes wrong in between. */
export function useCheckout(cart: Cart, sandbox: Sandbox) {
  const { route } = useLocation();
  const [problem, setProblem] = useState('');
  const [isNews, setIsNews] = useState(false);
  /** What is said from Pay on, until there is an outcome; empty: Pay can be pressed. */
  const [underWay, setUnderWay] = useState('');
  const [failures, setFailures] = useState(0);
  const [isOpen, setIsOpen] = useState(true);
  const [choice, setChoice] = useState(nothingChosen);
  useEffect(() => watchChoice(sdk, setChoice), []);

  /** On to the order, unless the bank still asks the shopper. */
  const finish = (paying: Promise<Order | null>) =>
    paying.then(
      (order) => order && route(`/spa/orders/${order.id}`),
      (error) => {
        setProblem(paymentProblem(error));
        setIsNews(isOwnStop(error));
        setUnderWay('');
      },
    );

  useWallet({
    cart,
    sandbox,
    attempt: failures,
    onVerified: finish,
    onOpen: () => {
      setProblem('');
      setIsOpen(true);
    },
    onFailure: (error) => {
      setProblem(problemText(error));
      setIsNews(false);
      setIsOpen(false);
    },
  });

  const openAgain = () => {
    setProblem('');
    setIsOpen(true);
    setChoice(nothingChosen);
    setFailures(failures + 1);
  };
  const pay = async (by: Choice) => {
    if (underWay) return;
    setProblem('');
    setUnderWay(underWayText(by));
    await finish(payBy(sdk, by, sandbox.mode));
  };
  const payNow = useRef(pay);
  payNow.current = pay;
  useEffect(() => onExpress(sdk, (by) => payNow.current(by)), []);

  return { choice, problem, isNews, underWay, press: () => (isOpen ? pay(choice) : openAgain()) };
}
