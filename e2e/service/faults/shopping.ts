import { setTimeout as delay } from 'node:timers/promises';
import { followUp, type Request, start, withParameters } from './merchant.ts';

/** Sends a request and returns the id of its transaction. */
export type Bill = (request: Request) => Promise<string>;

const passing = { currency: 'GBP', metadata: '{"sandbox_3ds":"auto:Y"}' };
/** The address is nobody's: what is told there does not matter here. */
const later = { merchant_id: '1002', callback_url: 'http://127.0.0.1:59999/callback' };

/** The methods as a shop mixes them. */
export async function shopOnce(bill: Bill): Promise<string> {
  const kind = Math.random();
  if (kind < 0.15) return bill(start('SALE', '12.34', '4000000000009995'));
  if (kind < 0.45) return bill(followUp('REFUND', await bill(start('SALE', '12.34')), '12.34'));
  if (kind < 0.55) return bill(withParameters(start('SALE', '12.34'), { metadata: '{"moto":"phone"}' }));
  if (kind < 0.65) return bill(withParameters(start('SALE_3DS', '10.00'), passing));
  if (kind < 0.75) return shopLater(bill);
  const authorised = await bill(start('AUTH', '12.34'));
  if (kind < 0.85) return bill(followUp('VOID', authorised, '12.34'));
  const captured = await bill(followUp('CHARGE', authorised, '2.34'));
  await bill(followUp('CHARGE', authorised, '10.00'));
  return bill(followUp('REFUND', captured, '1.17'));
}

/** At a merchant whose processor answers later, after a challenge that answers itself. */
async function shopLater(bill: Bill) {
  const authorised = await bill(withParameters(start('AUTH_3DS', '10.00'), { ...passing, ...later }));
  await delay(400);
  return bill(withParameters(followUp('CHARGE', authorised, '10.00'), { ...passing, ...later }));
}
