import type { MasterKey } from '../../base/keys/master-key.ts';
import type { ProviderRequest, SignedResult } from '../../base/processor/provider-gateway.ts';

/** How the issuer of a card behaves once its cardholder has answered. */
export type IssuerBehaviour = {
  /** By how many milliseconds it answers later. */
  readonly slowMs: number;
  /** Whether it answers the same to any code, so that none is wrong. */
  readonly takesAnyCode: boolean;
  /** Whether it shows an error in place of an end. */
  readonly breaks: boolean;
};

type KeyHolder = { readonly masterKey: MasterKey };

/** What the sandbox gives to the pages of issuer and providers. */
export type Simulation = {
  issuerBehaviour(number: string): IssuerBehaviour;
  /** The request that a sheet was opened for, read from its address; undefined where the gateway did not sign it. */
  readSheetRequest(keys: KeyHolder, signedRequest: string): ProviderRequest | undefined;
  /** `id` names the result and is the same for every copy of it. */
  signResult(keys: KeyHolder, result: { readonly id: string; readonly body: string }): SignedResult;
};
