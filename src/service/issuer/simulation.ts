import type { MasterKey } from '../keys/master-key.ts';
import type { ProviderRequest, SignedResult } from '../processor/provider-gateway.ts';

/** How the issuer of a card behaves once its cardholder has answered. */
export type IssuerManner = {
  /** It answers that much later. */
  readonly slowMs: number;
  /** It takes no code for a wrong one: the answer is the same whatever is typed. */
  readonly takesAnyCode: boolean;
  /** It shows an error in place of an end. */
  readonly breaks: boolean;
};

type Keyed = { readonly masterKey: MasterKey };

/** What the pages of issuer and providers are given of the sandbox, whose other side they are. */
export type Simulation = {
  issuerManner(number: string): IssuerManner;
  /** What a sheet was opened for, as its own address carries it; undefined for what the gateway did not sign. */
  readSheetRequest(keyed: Keyed, signed: string): ProviderRequest | undefined;
  /** `id` names the result, the same for every copy of it. */
  signResult(keyed: Keyed, result: { readonly id: string; readonly body: string }): SignedResult;
};
