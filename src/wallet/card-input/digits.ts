const isDigit = (codePoint: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(codePoint));

/** In Unicode the ten digits of a script are consecutive, zero first. */
const digitValue = (digit: string): string => {
  const codePoint = digit.codePointAt(0) ?? 0;
  let zero = codePoint;
  while (isDigit(zero - 1)) zero -= 1;
  return String((codePoint - zero) % 10);
};

/** The text with digits of any script written as 0 to 9. */
export const withAsciiDigits = (text: string): string =>
  // A browser takes milliseconds to compile \p{Nd}, and few shoppers ever need it.
  /[\u0080-\uffff]/.test(text) ? text.replace(/\p{Nd}/gu, digitValue) : text;

/** The digits of a text, of any script, as 0 to 9; all else is dropped. */
export const digitsOf = (text: string): string => withAsciiDigits(text).replace(/\D/g, '');
