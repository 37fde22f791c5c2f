import type { Logger } from 'pino';
import type { Config } from '../../base/config.ts';
import { noTracing, type Tracing } from '../../base/runtime/tracing.ts';

/** Loads OpenTelemetry's API where the operator wants it, and nothing where not. */
export async function openTracing({ openTelemetry }: Config, log: Logger): Promise<Tracing> {
  if (openTelemetry === 'off') return noTracing;
  const { isSdkThere, spans } = await import('./spans.ts');
  if (!isSdkThere())
    log.warn('OPENTELEMETRY is on: found no SDK, expected one registered by node --import, see docs/run.md');
  return spans;
}
