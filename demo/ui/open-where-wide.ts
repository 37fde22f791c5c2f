const wide = matchMedia('(width >= 48rem)');

/** On phones a `details` is one line that the shopper opens; on wider screens it is open. */
export function openWhereWide(details: HTMLDetailsElement): () => void {
  const follow = () => {
    details.open = wide.matches;
  };
  follow();
  wide.addEventListener('change', follow);
  return () => wide.removeEventListener('change', follow);
}
