import { useLayoutEffect, useState } from 'preact/hooks';

/** Whether a media query matches, also once that changes. At first it does not, as for the backend. */
export function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(false);
  useLayoutEffect(() => {
    const media = matchMedia(query);
    const follow = () => setMatches(media.matches);
    follow();
    media.addEventListener('change', follow);
    return () => media.removeEventListener('change', follow);
  }, [query]);
  return matches;
}
