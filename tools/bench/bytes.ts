import { execFileSync } from 'node:child_process';
import type { Row } from './kit/table.ts';

type Budget = {
  readonly name: string;
  readonly size: number;
  readonly sizeLimit: number;
  readonly passed: boolean;
};

/** What a shopper downloads, brotli at its highest quality, by the budgets of package.json. */
export function bytesRows(): Row[] {
  const measured = execFileSync('node_modules/.bin/size-limit', ['--json'], { encoding: 'utf8' });
  const budgets: readonly Budget[] = JSON.parse(measured);
  return budgets.map(({ name, size, sizeLimit, passed }) => ({
    what: `${name}, brotli`,
    measured: inKb(size),
    goal: `<= ${inKb(sizeLimit)}`,
    reached: passed,
  }));
}

const inKb = (bytes: number) => `${(bytes / 1000).toFixed(2)} kB`;
