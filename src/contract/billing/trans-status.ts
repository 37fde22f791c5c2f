/** EMV's `transStatus` of an authentication that ended: yes, attempted, no, unavailable, rejected. Rule: threeds/message-shape. */
export const TRANS_STATUSES = ['Y', 'A', 'N', 'U', 'R'] as const;
export type TransStatus = (typeof TRANS_STATUSES)[number];

/** Whether it is the status of an authentication that has ended. */
export function isTransStatus(word: string | null | undefined): word is TransStatus {
  return TRANS_STATUSES.some((status) => status === word);
}
