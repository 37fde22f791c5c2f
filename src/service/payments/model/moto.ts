import type { BillingMethod, FollowUpMethod, StartMethod } from '../../../contract/billing/billing.ts';
import { ServiceError } from '../../base/service-error.ts';
import { METHODS } from './methods.ts';
import type { MetadataEntry } from './transaction.ts';

const KEY = 'moto';
const PARAM = `metadata#/${KEY}`;
const VALUES: readonly string[] = ['phone', 'email', 'mail'];

function motoOf(metadata: readonly MetadataEntry[]): string | undefined {
  return metadata.find(({ key }) => key === KEY)?.value;
}

/** Whether the card was read to the merchant: by phone, e-mail or letter. */
export function isMoto(metadata: readonly MetadataEntry[]): boolean {
  return motoOf(metadata) !== undefined;
}

type MotoStart = {
  readonly method: StartMethod;
  readonly metadata: readonly MetadataEntry[];
  readonly merchant: { readonly settings: { readonly moto: boolean } };
};

/** Spec: Endpoints 4, rule 4. Rule: billing/moto. */
export function refuseMoto({ method, metadata, merchant }: MotoStart) {
  const flag = motoOf(metadata);
  if (flag === undefined) return;
  refuseUnknownValue(method, flag);
  if (METHODS[method].authenticates) {
    const message = `Cannot bill ${method}: nobody is there to authenticate, expected SALE or AUTH`;
    throw new ServiceError('moto_with_3ds', message, { param: PARAM });
  }
  if (!merchant.settings.moto) {
    const message = `Cannot bill ${method}: the merchant does not take orders by phone or mail`;
    throw new ServiceError('moto_not_enabled', message, { param: PARAM });
  }
}

type MotoFollowUp = {
  readonly method: FollowUpMethod;
  readonly metadata: readonly MetadataEntry[];
  /** Metadata of the payment's start. */
  readonly startMetadata: readonly MetadataEntry[];
};

/** A follow-up may repeat what its payment's start said, and nothing else. */
export function refuseOtherMoto({ method, metadata, startMetadata }: MotoFollowUp) {
  const flag = motoOf(metadata);
  if (flag === undefined) return;
  refuseUnknownValue(method, flag);
  if (flag === motoOf(startMetadata)) return;
  const message = `Cannot bill ${method}: 'moto' is said of a payment at its start, expected that value or none`;
  throw new ServiceError('parameter_conflict', message, { param: PARAM });
}

function refuseUnknownValue(method: BillingMethod, value: string) {
  if (VALUES.includes(value)) return;
  const message = `Cannot bill ${method}: 'moto' is none of ${VALUES.join(', ')}`;
  throw new ServiceError('moto_value_invalid', message, { param: PARAM });
}

/** Refuses the mark for a payment at a provider, where the shopper is present. */
export function refuseMotoAtProvider(metadata: readonly MetadataEntry[]) {
  if (!isMoto(metadata)) return;
  const message = "Cannot start the payment: 'moto' is for cards read to the merchant, expected none";
  throw new ServiceError('moto_value_invalid', message, { param: PARAM });
}
