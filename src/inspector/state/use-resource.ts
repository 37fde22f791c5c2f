import { useEffect, useMemo } from 'preact/hooks';
import { createResource, type Resource } from './resource.ts';

type ResourceOptions<Value> = {
  load(): Promise<Value>;
  /** Identifies the value; another key loads another one. */
  readonly key: string;
  /** Reload interval while the page is visible, ms. Default: never. */
  readonly everyMs?: number;
};

/** Loads at first render, and again when the key changes or the tab becomes visible. */
export function useResource<Value>({ load, key, everyMs }: ResourceOptions<Value>): Resource<Value> {
  const resource = useMemo(() => createResource(load), [key]);
  useEffect(() => {
    resource.reload();
    const ifSeen = () => {
      if (document.visibilityState === 'visible') resource.reload();
    };
    document.addEventListener('visibilitychange', ifSeen);
    const timer = everyMs === undefined ? undefined : setInterval(ifSeen, everyMs);
    return () => {
      document.removeEventListener('visibilitychange', ifSeen);
      clearInterval(timer);
    };
  }, [resource, everyMs]);
  return resource;
}
