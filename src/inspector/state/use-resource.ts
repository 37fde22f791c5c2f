import { useEffect, useMemo } from 'preact/hooks';
import { createResource, type Resource } from './resource.ts';

type ResourceOptions<Value> = {
  /** A component that loads something else is another one: give it a `key`. */
  load(): Promise<Value>;
  /** Reload interval while the page is visible, ms. Default: never. */
  readonly everyMs?: number;
};

/** Loads at first render, and again when the tab becomes visible. */
export function useResource<Value>({ load, everyMs }: ResourceOptions<Value>): Resource<Value> {
  const resource = useMemo(() => createResource(load), []);
  useEffect(() => {
    resource.reload();
  }, [resource]);
  useEffect(() => {
    const pollIfVisible = () => {
      if (document.visibilityState === 'visible') resource.poll();
    };
    document.addEventListener('visibilitychange', pollIfVisible);
    const timer = everyMs === undefined ? undefined : setInterval(pollIfVisible, everyMs);
    return () => {
      document.removeEventListener('visibilitychange', pollIfVisible);
      clearInterval(timer);
    };
  }, [resource, everyMs]);
  return resource;
}
