import { createHash } from 'node:crypto';

/** How a Content-Security-Policy names one inlined style or script, and nothing else. */
export function policyHash(inline: string): string {
  return `'sha256-${createHash('sha256').update(inline).digest('base64')}'`;
}
