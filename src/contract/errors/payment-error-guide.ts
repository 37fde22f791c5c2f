import { type Advice, advice } from './error-advice.ts';
import type { CodeOf } from './errors.ts';

/** What a payment, a challenge or an account allows as it is. */
export const PAYMENT_GUIDE: Readonly<
  Record<CodeOf<'conflict_error' | 'money_rule_error' | 'card_error'>, Advice>
> = {
  awaiting_3ds: advice(
    'The payment waits for the shopper to answer a 3-D Secure challenge.',
    'Wait for `after3DsComplete` or the callback, or look the transaction up.',
  ),
  transaction_not_capturable: advice(
    'The transaction is not an authorisation that can be captured now.',
    'Look it up: `sandbox.payment_state` says what became of it.',
  ),
  transaction_not_refundable: advice(
    'Nothing of the transaction can be refunded now.',
    'Look it up: only what was captured in the last 365 days can be refunded.',
  ),
  transaction_not_voidable: advice(
    'The transaction can no longer be voided.',
    'Use REFUND for what is settled; name the CHARGE to void a capture.',
  ),
  refund_required: advice(
    "The payment's processor takes back no capture by itself.",
    'Send REFUND for its amount.',
  ),
  challenge_ended: advice('The challenge has ended.', 'Look the transaction up.'),
  transaction_already_voided: advice('The transaction is voided already.', 'Nothing is left to do.'),
  authorisation_expired: advice(
    'The authorisation ended before it was captured.',
    'Authorise anew; an authorisation lives seven days unless your merchant setting says otherwise.',
  ),
  transaction_id_exists: advice(
    'Your `transactionID` was used before: with other parameters, or more than 30 days ago.',
    'Use a new id for a new payment; repeat the same parameters to get the first answer again, for 30 days, and look it up after that.',
  ),
  secret_key_limit: advice(
    'The account has two secret keys in force already.',
    'Revoke the one that is no longer used, then make the new one.',
  ),
  webhook_secret_limit: advice(
    'The webhook secret was changed less than a day ago, and the one before it still signs.',
    'Put the present one into your receivers; the message says when it can be changed again.',
  ),
  processor_in_use: advice(
    'A merchant is at the processor, or a payment there is not over: it can be captured or refunded, or nobody knows its end.',
    'Move its merchants to another processor, and remove it once its payments are over.',
  ),
  master_key_unchanged: advice(
    'The master key is set from outside, and only one is set.',
    'Set the present one as `MASTER_KEY_PREVIOUS` and a new one as `MASTER_KEY` of every process, then rotate again.',
  ),
  vault_file_refused: advice(
    'A file of cards is not as these two custodians sealed it, or its lines do not follow those that were imported.',
    'Import the whole file as `vault export` wrote it, with the same keys; what was imported before stays.',
  ),
  amount_exceeds_authorised: advice(
    'The amount is more than what is left of the authorisation.',
    'Charge at most `error.sandbox.remaining`; a CHARGE under way is in `capture_pending`.',
  ),
  amount_exceeds_approved: advice(
    'The amount is more than the shopper approved in the provider’s sheet.',
    'Bill at most that, or have the shopper approve the new amount: set the payment details before the sheet opens.',
  ),
  amount_exceeds_refundable: advice(
    'The amount is more than what is left to refund.',
    'Refund at most `captured` less `refunded` and `refund_pending` of `error.sandbox`; of a CHARGE that you name, at most what it captured.',
  ),
  amount_mismatch: advice(
    'The amount is not what the operation moves, or not what the payment was started with.',
    'Leave it out, or send exactly what would be released.',
  ),
  currency_mismatch: advice(
    'The currency is not the one of the payment, or not the one that the shopper approved in a provider’s sheet.',
    'Send the currency the payment was started with, or that of the payment details.',
  ),
  card_declined: advice(
    'The issuer refused the card; nothing was charged.',
    'Tell the shopper to use another card; `decline_code` says why. A new attempt needs a new id.',
  ),
  three_ds_failed: advice(
    'The shopper was not authenticated; nothing was charged.',
    'Let the shopper try again or use another card; `decline_code` says why.',
  ),
};
