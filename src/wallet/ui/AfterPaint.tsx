import type { ReadonlySignal, Signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

type AfterPaintProps<Value> = { readonly from: ReadonlySignal<Value>; readonly to: Signal<Value> };

/**
 * Hands a value on once the paint that follows its change is done. For what comes of a key without being the field
 * itself: the digit is painted first.
 */
export function AfterPaint<Value>({ from, to }: AfterPaintProps<Value>) {
  const value = from.value;
  useEffect(() => {
    to.value = value;
  }, [to, value]);
  return null;
}
