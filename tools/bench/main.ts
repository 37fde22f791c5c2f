import type { Browser } from '@playwright/test';
import { launchBrowser } from './bench-browser.ts';
import { bytesRows } from './bytes.ts';
import { challengeEventRows } from './challenge-event-rows.ts';
import { fieldRows } from './field-rows.ts';
import { filmRows } from './film.ts';
import { historyRows } from './history-rows.ts';
import { type Row, table } from './kit/table.ts';
import { lifecycleRows } from './lifecycle-rows.ts';
import { localeRows } from './locale-rows.ts';
import { processRows } from './process-rows.ts';
import { saleRows } from './sale-rows.ts';
import { settledRows } from './settled-rows.ts';
import { slowAcquirerRows } from './slow-acquirer-rows.ts';
import { slowDeviceRows } from './slow-device-rows.ts';
import { startRows } from './start-rows.ts';
import { streamRows } from './stream-rows.ts';
import { workRows } from './work-rows.ts';

type Measure = (browser: Browser) => readonly Row[] | Promise<readonly Row[]>;

const measures: Readonly<Record<string, Measure>> = {
  bytes: bytesRows,
  field: fieldRows,
  film: filmRows,
  'slow-device': slowDeviceRows,
  work: workRows,
  settled: settledRows,
  locale: localeRows,
  lifecycle: lifecycleRows,
  start: startRows,
  sale: saleRows,
  'slow-acquirer': slowAcquirerRows,
  processes: processRows,
  history: historyRows,
  challenges: challengeEventRows,
  streams: streamRows,
};

/** `npm run bench`: all figures as one table, ratios beside their goals; `npm run bench -- field` some; `film` only by its name. */
const chosen = process.argv.slice(3);
const names = Object.keys(measures).join(', ');
if (chosen.some((name) => name === '--help' || name === '-h')) {
  console.log(`npm run bench               all figures but film, as one table
npm run bench -- <rows …>   some of them: ${names}`);
  process.exit(0);
}
const unknown = chosen.find((name) => measures[name] === undefined);
if (unknown !== undefined) {
  console.error(`Cannot measure "${unknown}": found no such rows, wanted ${names}`);
  process.exit(2);
}
const browser = await launchBrowser();
const version = browser.version();
const rows: Row[] = [];
try {
  for (const [name, measure] of Object.entries(measures)) {
    if (chosen.length === 0 ? name !== 'film' : chosen.includes(name)) rows.push(...(await measure(browser)));
  }
} finally {
  await browser.close();
}
console.log(`In Chromium ${version}:\n${table(rows)}`);
