import { useEffect, useRef } from 'preact/hooks';

type Props = {
  readonly text: string;
  /** News of what the shopper did, no trouble. */
  readonly isOwnStop?: boolean;
};

/** The place for what went wrong; empty it takes no room. */
export function Problem({ text, isOwnStop = false }: Props) {
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (text) place.current?.scrollIntoView({ block: 'nearest' });
  }, [text]);
  return (
    <p ref={place} class={isOwnStop ? 'problem own-stop' : 'problem'} role="alert">
      {text}
    </p>
  );
}
