import { CopyButton } from './CopyButton.tsx';

type Props = {
  readonly label: string;
  readonly text: string;
  readonly copy?: boolean;
  /** Tells it from others of the same label. */
  readonly of?: string;
};

/** Text as it is, in a box that scrolls by keys too. */
export function Code({ label, text, copy = true, of }: Props) {
  return (
    <figure class="code">
      <figcaption>
        {label}
        {copy && <CopyButton text={text}>Copy</CopyButton>}
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <section class="code-text" tabIndex={0} aria-label={of === undefined ? label : `${label}: ${of}`}>
        <pre>{text}</pre>
      </section>
    </figure>
  );
}

/** JSON laid out to be read; other text as it came. */
export function laidOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
