import { isOwnStop, paymentProblem, problemText } from '../ui/checkout.ts';
import { byId } from './by-id.ts';

/** Says what went wrong in the page's place for it, or clears it. */
export function say(error?: unknown) {
  const problem = byId('problem');
  problem.classList.remove('own-stop');
  problem.textContent = error ? problemText(error) : '';
}

/** The same of a payment, of which the wallet says its part itself. */
export function sayOfPayment(error: unknown) {
  const problem = byId('problem');
  problem.classList.toggle('own-stop', isOwnStop(error));
  problem.textContent = paymentProblem(error);
  if (problem.textContent) problem.scrollIntoView({ block: 'nearest' });
}
