import type { InstantPayment } from '../../../contract/instant-api.ts';
import type { ServiceContext } from '../../context.ts';
import { endProviderPayment } from './end-provider-payment.ts';
import { lockAsItStands, lockSaleOf, type OwnPayment, requireOwnPayment } from './find-provider-payment.ts';
import { presentPayment } from './present-payment.ts';

/** How the shopper's payment stands, with what is due done. Raises `not_found`. */
export function readInstantPayment(context: ServiceContext, named: OwnPayment): Promise<InstantPayment> {
  return context.db.transaction(async (db) => {
    const inside = { ...context, db };
    return presentPayment(inside, await lockAsItStands(inside, await requireOwnPayment(inside, named)));
  });
}

/** Ends the shopper's payment unless something else has; how it stands is the answer. Raises `not_found`. */
export function cancelInstantPayment(context: ServiceContext, named: OwnPayment): Promise<InstantPayment> {
  return context.db.transaction(async (db) => {
    const inside = { ...context, db };
    const row = await requireOwnPayment(inside, named);
    await lockSaleOf(inside, row);
    await endProviderPayment(inside, { row, ending: { status: 'CANCELLED' }, at: context.clock.now() });
    return presentPayment(inside, await requireOwnPayment(inside, named));
  });
}
