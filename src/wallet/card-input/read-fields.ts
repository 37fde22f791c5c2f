/** Event on the document: each field reports a text that a script set without an event. */
export const READ_FIELDS = 'readfields';

/** Password managers may fill fields without an event. Call this before judging them. Rule: wallet/silent-values. */
export const readFields = () => {
  document.dispatchEvent(new Event(READ_FIELDS));
};
