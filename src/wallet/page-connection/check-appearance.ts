import type { Appearance } from '../../contract/forms/appearance.ts';
import { WalletError } from '../errors/wallet-error.ts';

const propertyOf = (variable: string) => {
  if (variable.startsWith('color')) return 'color';
  return variable === 'fontFamily' ? 'font-family' : null;
};

/** The schema checks a colour's form. Only the browser knows whether `bluish` or `rgb(1 2 3 4)` is one. */
export function checkAppearance({ variables = {} }: Appearance, call: string): void {
  const unknownValues = Object.entries(variables).filter(([name, value]) => {
    const property = propertyOf(name);
    return property !== null && !CSS.supports(property, String(value));
  });
  const [first] = unknownValues;
  if (!first) return;
  const param = `appearance.variables.${first[0]}`;
  const names = unknownValues.map(([name]) => name).join(', ');
  const message = `${call}: found values that this browser does not know, wanted others for ${names}`;
  throw new WalletError({ code: 'invalid_argument', message, param });
}
