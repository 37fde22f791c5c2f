import { chromium } from '@playwright/test';
import { chromiumLaunch } from '../chromium.mjs';
import { bytesRows } from './bytes.ts';
import { fieldRows } from './field-rows.ts';
import { newsRows } from './news-rows.ts';
import { saleRows } from './sale-rows.ts';
import { startRows } from './start-rows.ts';
import { streamRows } from './stream-rows.ts';
import { type Row, table } from './table.ts';

/** `npm run bench`: the figures of proofs.md as one table, ratios beside their goals. */
const browser = await chromium.launch(chromiumLaunch());
const rows: Row[] = [];
try {
  rows.push(...bytesRows(), ...(await fieldRows(browser)), ...(await startRows()), ...(await saleRows()));
  rows.push(...(await newsRows(browser)), ...(await streamRows()));
} finally {
  await browser.close();
}
console.log(table(rows));
