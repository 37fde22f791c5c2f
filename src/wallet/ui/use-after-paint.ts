import { useEffect, useState } from 'preact/hooks';

/**
 * The value as of the last paint, `first` before there was one. For what follows from a key without being the field
 * itself: the digit is painted first.
 */
export function useAfterPaint<Value extends string | boolean | null>(value: Value, first: Value): Value {
  const [shown, show] = useState(first);
  useEffect(() => show(value), [value]);
  return shown;
}
