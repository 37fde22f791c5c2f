import type { ComponentChildren } from 'preact';
import { Skeleton } from '../../wallet/ui/Skeleton.tsx';
import type { Resource } from '../state/resource.ts';
import { Problem } from './Problem.tsx';

type Props<Value> = {
  readonly resource: Resource<Value>;
  readonly children: (value: Value) => ComponentChildren;
  /** Placeholder rows while it is loading. Default: 4. */
  readonly rows?: number;
};

/** Shows a resource's value, a placeholder while it is loading, or its error. */
export function ResourceView<Value>({ resource, children, rows = 4 }: Props<Value>) {
  const status = resource.status.value;
  if (status.name === 'loading') return <Skeleton rows={rows} label="Loading" />;
  if (status.name === 'failed') return <Problem error={status.error} onRetry={resource.reload} />;
  return (
    <>
      {status.stale && <Problem error={status.stale} onRetry={resource.reload} />}
      {children(status.value)}
    </>
  );
}
