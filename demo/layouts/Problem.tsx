import { useEffect, useRef } from 'preact/hooks';

type Props = { readonly text: string; readonly isNews?: boolean };

/** The place for what went wrong, or for news of what the shopper did; empty it takes no room. */
export function Problem({ text, isNews = false }: Props) {
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (text) place.current?.scrollIntoView({ block: 'nearest' });
  }, [text]);
  return (
    <p ref={place} class={isNews ? 'problem news' : 'problem'} role="alert">
      {text}
    </p>
  );
}
