/** What the pages of a challenge say, in one place for the languages to come. */
export const BOX_TEXTS = {
  title: 'Confirm your payment with your bank',
  payment: 'Payment',
  bankFrame: 'Your bank',
  backTo: (shop: string) => `Back to ${shop}`,
  cardEnding: (last4: string) => `Card ending ${last4}`,
  continue: 'Continue to your bank',
  endedTitle: 'This payment has ended',
  ended: 'There is nothing left to confirm. You can close this page and go back to the shop.',
  unknownTitle: 'There is no such payment',
  doneTitle: 'Thank you',
  done: 'Your bank has answered. The shop goes on from here.',
  unreadTitle: 'That could not be read',
  unread: 'Nothing has changed. You can close this page and go back to the shop.',
};
