import type { ComponentProps } from 'preact';
import { useEffect } from 'preact/hooks';

type Props = ComponentProps<'h1'> & { readonly text: string };

/** The heading of a view, which names the browser's tab too. */
export function Title({ text, ...heading }: Props) {
  useEffect(() => {
    document.title = `${text} · Morrow Coffee`;
  }, [text]);
  return <h1 {...heading}>{text}</h1>;
}
