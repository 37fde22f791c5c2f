import type { Difference } from '../../../contract/admin/reconciliation.ts';

/** What a person does about each kind of difference. */
export const ADVICE: Readonly<Record<Difference['kind'], string>> = {
  missing_here:
    'Ask the acquirer what this is: no operation of this service has that reference, so the money was moved by somebody else or the store was restored from a backup.',
  missing_there:
    'Look for it in the reports of the following days; if none has it, ask the acquirer why it was not settled, and deliver nothing on it until then.',
  amount: 'Ask the acquirer which amount it has moved, and refund or capture what is too much or missing.',
  currency: 'Ask the acquirer in which currency it has settled: the shopper agreed to ours.',
  status:
    'The acquirer has moved the money. Decide it by "undecided decide" if it is pending; if it failed here, refund it at the acquirer or deliver the order.',
  double: 'Ask the acquirer to take the second one back: it was asked for once.',
  day: 'Look into the report of the day on which it ended here: if that has it, too, it was settled twice.',
};
