import { useLayoutEffect, useRef } from 'preact/hooks';

/** Calls `act` when a value has become another one. */
export function useChange<Value>(value: Value | undefined, act: (value: Value) => unknown): void {
  const last = useRef(value);
  useLayoutEffect(() => {
    const before = last.current;
    last.current = value;
    if (before !== undefined && value !== undefined && before !== value) act(value);
  }, [value]);
}
