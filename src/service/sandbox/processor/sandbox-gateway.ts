import * as z from 'zod/mini';
import { Currency } from '../../../contract/billing/billing.ts';
import { Provider } from '../../../contract/forms/provider-names.ts';
import type { ProviderGateway } from '../../base/processor/provider-gateway.ts';
import { AMOUNT_BEHAVIOURS } from './amounts.ts';
import { isSigned, signSheetRequest } from './provider-messages.ts';

/** The result that a sheet sends to the service. */
const SheetResult = z.object({
  id: z.string(),
  method: Provider,
  amount: z.int(),
  currency: Currency,
  outcome: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('approved'),
      funding: z.object({ number: z.string(), expMonth: z.int(), expYear: z.int() }),
    }),
    z.object({ kind: z.literal('refused') }),
    z.object({ kind: z.literal('cancelled') }),
  ]),
});

/** The four providers, simulated on the issuer's origin. At an amount of 3000.00 they are down, as the processor is. */
export const sandboxGateway: ProviderGateway = {
  open(context, request) {
    if (AMOUNT_BEHAVIOURS[request.amount]?.kind === 'unavailable') return undefined;
    return `${context.config.issuerUrl}/providers/${request.method}?request=${signSheetRequest(context, request)}`;
  },
  read(context, signedResult) {
    if (!isSigned(context, signedResult)) return undefined;
    return SheetResult.parse(JSON.parse(signedResult.body));
  },
};
