/** EMV's `transStatus` of an authentication that ended: yes, attempted, no, unavailable, rejected. Rule: threeds/message-shape. */
export const TRANS_STATUSES = ['Y', 'A', 'N', 'U', 'R'] as const;
export type TransStatus = (typeof TRANS_STATUSES)[number];

/** Tells an authentication that ended from every other word or none. */
export function isTransStatus(word: string | null | undefined): word is TransStatus {
  return TRANS_STATUSES.some((status) => status === word);
}
