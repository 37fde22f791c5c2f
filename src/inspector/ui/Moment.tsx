import { exactText, momentText } from '../format/moment.ts';

/** A time in the reader's time zone, with the exact time as title. */
export function Moment({ iso }: { readonly iso: string }) {
  return (
    <time dateTime={iso} title={exactText(iso)}>
      {momentText(iso)}
    </time>
  );
}
