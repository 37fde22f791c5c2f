import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** Whether the component has been painted once. What the first paint does not need waits for it. */
export const usePainted = (): boolean => {
  const isPainted = useSignal(false);
  useEffect(() => {
    isPainted.value = true;
  }, [isPainted]);
  return isPainted.value;
};
