import * as z from 'zod/mini';
import { Currency } from '../../../../contract/billing.ts';
import { Provider, ProviderUse } from '../../../../contract/provider-names.ts';
import { equalDigests, type MasterKey } from '../../../keys/master-key.ts';

/** What a sheet was opened for, as its own address carries it. */
export const SheetRequest = z.object({
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

/** The request and a seal over it: the sheet keeps no state, and nobody writes a request of his own. */
export function sealRequest(masterKey: MasterKey, request: SheetRequest): string {
  const text = Buffer.from(JSON.stringify(request)).toString('base64url');
  return `${text}.${Buffer.from(masterKey.digest('provider-sheet', text)).toString('base64url')}`;
}

/** Undefined for what was not sealed here. */
export function openRequest(masterKey: MasterKey, sealed: string): SheetRequest | undefined {
  const [text = '', seal = ''] = sealed.split('.');
  if (!equalDigests(Buffer.from(seal, 'base64url'), masterKey.digest('provider-sheet', text)))
    return undefined;
  return SheetRequest.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
}
