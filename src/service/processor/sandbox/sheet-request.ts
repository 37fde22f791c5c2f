import * as z from 'zod/mini';
import { Currency } from '../../../contract/billing.ts';
import { Provider, ProviderUse } from '../../../contract/provider-names.ts';
import type { MasterKey } from '../../keys/master-key.ts';
import { openMessage, signMessage } from '../../keys/signed-message.ts';

/** What a sheet was opened for, as its own address carries it. */
const SheetRequest = z.object({
  id: z.string(),
  method: Provider,
  use: ProviderUse,
  shop: z.string(),
  amount: z.int(),
  currency: Currency,
  locale: z.string(),
  returnUrl: z.url(),
});
export type SheetRequest = z.infer<typeof SheetRequest>;

/** Anybody may read it, and nobody writes a request of his own. */
export function signSheetRequest(masterKey: MasterKey, request: SheetRequest): string {
  return signMessage({ masterKey }, 'provider-sheet', request);
}

/** Undefined for what was not signed here. */
export function readSheetRequest(masterKey: MasterKey, signed: string): SheetRequest | undefined {
  const request = SheetRequest.safeParse(openMessage({ masterKey }, 'provider-sheet', signed));
  return request.success ? request.data : undefined;
}
