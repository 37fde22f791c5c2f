import { useEffect, useMemo } from 'preact/hooks';
import { createLoaded, type Loaded } from './resource.ts';

type Loading<Value> = {
  load(): Promise<Value>;
  /** What it is loaded by: another key is another thing. */
  readonly key: string;
  /** How often it is loaded anew while the page is in view, ms. Default: never. */
  readonly everyMs?: number;
};

/** Loads when it appears, and again when the key changes or the tab comes back into view. */
export function useLoaded<Value>({ load, key, everyMs }: Loading<Value>): Loaded<Value> {
  const loaded = useMemo(() => createLoaded(load), [key]);
  useEffect(() => {
    loaded.reload();
    const ifSeen = () => {
      if (document.visibilityState === 'visible') loaded.reload();
    };
    document.addEventListener('visibilitychange', ifSeen);
    const timer = everyMs === undefined ? undefined : setInterval(ifSeen, everyMs);
    return () => {
      document.removeEventListener('visibilitychange', ifSeen);
      clearInterval(timer);
    };
  }, [loaded, everyMs]);
  return loaded;
}
