import type { ReadonlySignal, Signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

type AfterPaintProps<Value> = { readonly from: ReadonlySignal<Value>; readonly to: Signal<Value> };

/** Copies a value after the paint that follows its change, so that a typed digit is painted before what depends on it. */
export function AfterPaint<Value>({ from, to }: AfterPaintProps<Value>) {
  const value = from.value;
  useEffect(() => {
    to.value = value;
  }, [to, value]);
  return null;
}
