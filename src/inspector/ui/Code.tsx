import { CopyButton } from './CopyButton.tsx';

type Props = {
  readonly label: string;
  readonly text: string;
  readonly copy?: boolean;
  /** Distinguishes it from others with the same label. */
  readonly subject?: string;
};

/** Preformatted text in a box that can be scrolled by keyboard. */
export function Code({ label, text, copy = true, subject }: Props) {
  const name = subject === undefined ? label : `${label}: ${subject}`;
  return (
    <figure class="code">
      <figcaption>
        {label}
        {copy && <CopyButton text={text}>Copy</CopyButton>}
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <section class="code-text" tabIndex={0} aria-label={name}>
        <pre>{text}</pre>
      </section>
    </figure>
  );
}

/** Indents JSON; leaves other text as it is. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
