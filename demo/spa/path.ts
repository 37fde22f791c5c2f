import { useEffect, useState } from 'preact/hooks';

const normal = (path: string) => (path === '/spa' ? '/spa/' : path);

/** The current path; changes with `goTo` and with the browser's own buttons. */
export function usePath(): string {
  const [path, setPath] = useState(normal(location.pathname));
  useEffect(() => {
    const read = () => setPath(normal(location.pathname));
    addEventListener('popstate', read);
    return () => removeEventListener('popstate', read);
  }, []);
  return path;
}

export function goTo(path: string) {
  history.pushState(null, '', path);
  dispatchEvent(new PopStateEvent('popstate'));
}
