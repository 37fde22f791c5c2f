/** An amount with its currency as English readers know it: `£10.00`. */
export function moneyText(amount: string | number, currency: string): string {
  return new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(Number(amount));
}
