import { BillingForm, BillingMethod, FollowUpMethod } from '../../../contract/billing/billing.ts';
import { MERCHANT_PARAMETERS, requiredBy } from '../../payments/model/billing-forms.ts';
import { METHODS } from '../../payments/model/methods.ts';
import { MAX_DECIMALS } from '../../payments/model/money.ts';
import type { JsonSchema } from './document-types.ts';
import { groupBy } from './group-by.ts';

/** Narrower than the schema, which leaves the decimals to the table of currencies. */
export const AMOUNT_PATTERN = `^(0|[1-9][0-9]{0,8})(\\.[0-9]{1,${MAX_DECIMALS}})?$`;

const inWords = (methods: readonly string[]) =>
  new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(methods);

/** For sentences: all follow-ups, and those that need an amount. */
export const FOLLOW_UPS = inWords(FollowUpMethod.options);
export const FOLLOW_UPS_WITH_AMOUNT = inWords(
  FollowUpMethod.options.filter((method) => METHODS[method].needs.amount === 'required'),
);

/** What each method requires, from the table that judges requests. */
export function billingRules(): readonly JsonSchema[] {
  const byRequired = groupBy(BillingMethod.options, (method) => requiredBy(method).join());
  return [...byRequired.values()].map((methods) => ({
    if: { properties: { method: { enum: methods } }, required: ['method'] },
    // biome-ignore lint/suspicious/noThenProperty: the word of JSON Schema
    then: needs(methods),
  }));
}

function needs([method = 'SALE']: readonly BillingMethod[]): JsonSchema {
  const required = requiredBy(method).filter((name) => !MERCHANT_PARAMETERS.includes(name));
  if (METHODS[method].needs.merchant !== 'required') return requires(required);
  return { ...requires(required), anyOf: MERCHANT_PARAMETERS.map((name) => requires([name])) };
}

/** Names every parameter: an OpenAPI linter refuses `required` names without `properties` beside them. */
function requires(required: string[]): JsonSchema {
  return {
    properties: Object.fromEntries(Object.keys(BillingForm.shape).map((name) => [name, true])),
    required,
  };
}
