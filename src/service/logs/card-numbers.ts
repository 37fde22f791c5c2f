/** 12 to 19 digits, as people group them. */
const candidates = /\d(?:[ -]?\d){11,18}/g;

/** Second net behind the allow-list of log fields: blanks what passes the Luhn check. */
export function redactCardNumbers(text: string): string {
  return text.replace(candidates, (found) =>
    passesLuhn(found.replace(/\D/g, '')) ? '[card number]' : found,
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
