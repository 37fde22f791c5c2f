/** One in some hundred would pass for a number in groups, and merchants send them as ids. */
const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;
/** 12 to 19 digits, as people group them; a UUID is taken whole, so that no part of it is. */
const candidates = new RegExp(`${uuid.source}|\\d(?:[ -]?\\d){11,18}`, 'gi');

/** Second net behind the allow-list of log fields: blanks what passes the Luhn check. */
export function redactCardNumbers(text: string): string {
  return text.replace(candidates, (found) =>
    !uuid.test(found) && passesLuhn(found.replace(/\D/g, '')) ? '[card number]' : found,
  );
}

export function looksLikeCardNumber(text: string): boolean {
  return redactCardNumbers(text) !== text;
}

function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
