import type { ComponentChildren } from 'preact';

type Props = { readonly rows: readonly (readonly [name: string, value: ComponentChildren])[] };

/** Names and values. */
export function DescriptionList({ rows }: Props) {
  return (
    <dl class="facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
