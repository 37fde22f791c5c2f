import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** Whether the component has been painted once: what the first paint can do without waits for it. */
export const usePainted = (): boolean => {
  const isPainted = useSignal(false);
  useEffect(() => {
    isPainted.value = true;
  }, [isPainted]);
  return isPainted.value;
};
