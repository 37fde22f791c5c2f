/** Comes to the document: each field then says what stands in it, if nobody has heard of it. */
export const FIELDS_READ = 'fieldsread';

/** Tools of the shopper put texts into fields without a word: what stands there is judged. Rule: wallet/silent-values. */
export const readFields = () => {
  document.dispatchEvent(new Event(FIELDS_READ));
};
