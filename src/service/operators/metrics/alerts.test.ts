import { readFileSync } from 'node:fs';
import { parser } from '@prometheus-io/lezer-promql';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { ERROR_CODES } from '../../../contract/errors/errors.ts';
import { openTestAdmin } from '../../test-kit/test-admin.ts';

const Rules = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
});

const shop = await openTestAdmin();
afterAll(shop.close);
const SALE = { method: 'SALE', amount: '10', currency: 'EUR', merchant_id: '1001' };
await shop.post('/wallet/api/v1/billing', { ...SALE, ccToken: 'tok_sandbox_4242424242424242' });
await shop.post('/wallet/api/v1/billing', SALE);
await shop.call('POST', '/api/reconciliations?day=2030-01-01&processor=sandbox');
const metrics = await (await shop.send('/metrics')).text();

const { groups } = Rules.parse(parse(readFileSync('tools/release/deploy/alerts.yaml', 'utf8')));
const rules = groups.flatMap((group) => group.rules);

test.each(rules)(
  'alert $alert is PromQL, and names metrics, labels and values that there are',
  ({ expr }) => {
    expect(selectorsOf(expr).length).toBeGreaterThan(0);
    expect(alertFaults(expr)).toEqual([]);
  },
);

test.each([
  ['sum(rate(wallet_billings_total{status="OK"[5m]))', 'no PromQL at 42'],
  ['sum(raet(wallet_billings_total[5m])) > 0', 'no PromQL at 8'],
  ['wallet_store_up == ', 'no PromQL at 19'],
  ['wallet_nothing > 0', 'wallet_nothing'],
  ['up{state="x"} == 0', 'up state'],
  ['wallet_billings_total{state="x"} > 0', 'wallet_billings_total state'],
  ['wallet_challenge_ends_total{end=~"failed|lost"}', 'wallet_challenge_ends_total end lost'],
  ['wallet_refusals_total{code="no_such_code"} > 0', 'wallet_refusals_total code no_such_code'],
])('an alert of %s is found out', (expr, fault) => {
  expect(alertFaults(expr)).toContain(fault);
});

type SyntaxNode = ReturnType<typeof parser.parse>['topNode'];
type Selector = { readonly name: string; readonly labels: readonly (readonly [string, string])[] };

/** What an expression asks for. */
function selectorsOf(expr: string): Selector[] {
  const text = (node: SyntaxNode | null) => (node ? expr.slice(node.from, node.to) : '');
  const found: Selector[] = [];
  parser.parse(expr).iterate({
    enter({ name, node }) {
      if (name !== 'VectorSelector') return;
      const matchers = node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? [];
      found.push({
        name: text(node.getChild('Identifier')),
        labels: matchers.map((one) => [
          text(one.getChild('LabelName')),
          text(one.getChild('StringLiteral')).slice(1, -1),
        ]),
      });
    },
  });
  return found;
}

/** What is no PromQL, and what is named that the metrics have not. */
function alertFaults(expr: string): string[] {
  const faults: string[] = [];
  parser.parse(expr).iterate({
    enter({ type, from }) {
      if (type.isError) faults.push(`no PromQL at ${from}`);
    },
  });
  return [...faults, ...selectorsOf(expr).flatMap(selectorFaults)];
}

/** Values are looked for where all there can be are known. */
function selectorFaults({ name, labels }: Selector): string[] {
  // Prometheus makes it of each scrape.
  if (name === 'up') return labels.flatMap(([label]) => (label === 'job' ? [] : [`up ${label}`]));
  const all = new Map<string, readonly string[]>([
    ['code', ERROR_CODES],
    ['status', ['OK', 'PENDING', 'FAILURE']],
  ]);
  const lines = metrics
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  if (lines.length === 0) return [name];
  return labels.flatMap(([label, values]) => {
    const found = lines.flatMap((line) => new RegExp(`[{,]${label}="([^"]*)"`).exec(line)?.[1] ?? []);
    if (found.length === 0) return [`${name} ${label}`];
    if (label === 'route') return [];
    const known = all.get(label) ?? found;
    return values.split('|').flatMap((value) => (known.includes(value) ? [] : [`${name} ${label} ${value}`]));
  });
}
