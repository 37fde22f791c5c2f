type Props = { readonly rows: number; readonly label: string };

/** Placeholder rows for a list that is loading. */
export function Skeleton({ rows, label }: Props) {
  return (
    <div class="skeleton" role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, row) => (
        <div class="skeleton-row" key={row}>
          <span class="skeleton-mark" />
          <span class="skeleton-line" />
        </div>
      ))}
    </div>
  );
}
