import { Badge, type Tone } from './Badge.tsx';

/** An HTTP status; its colour shows success or failure. */
export function StatusCode({ status }: { readonly status: number }) {
  const tone: Tone = status < 300 ? 'good' : status < 400 ? 'plain' : 'bad';
  return <Badge tone={tone}>{String(status)}</Badge>;
}
