import { useLayoutEffect, useMemo, useState } from 'preact/hooks';

/** Whether a media query matches, also once that changes. */
export function useMedia(query: string): boolean {
  const media = useMemo(() => matchMedia(query), [query]);
  const [matches, setMatches] = useState(media.matches);
  useLayoutEffect(() => {
    const follow = () => setMatches(media.matches);
    media.addEventListener('change', follow);
    return () => media.removeEventListener('change', follow);
  }, [media]);
  return matches;
}
