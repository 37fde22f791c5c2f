import { exactText, momentText } from '../format/moment.ts';

/** A time in the reader's zone, with the exact one behind it. */
export function Moment({ iso }: { readonly iso: string }) {
  return (
    <time dateTime={iso} title={exactText(iso)}>
      {momentText(iso)}
    </time>
  );
}
