import { readdirSync, readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import type { Row } from './table.ts';

const ASSETS = 'dist/wallet/assets';

/** P1 and P2: what a shopper downloads, brotli at its highest quality. */
export function bytesRows(): Row[] {
  const entries = readdirSync(ASSETS).filter((name) => name.startsWith('main-'));
  if (entries.length !== 1) throw new Error(`Cannot measure: found ${entries.length} entries in ${ASSETS}`);
  const frame = ['dist/wallet/frame.html', ...entries.map((name) => `${ASSETS}/${name}`)];
  const sdk = { id: 'P1', what: 'sdk.js on the merchant page, brotli' };
  const wallet = { id: 'P2', what: 'wallet frame to a usable form (html, js, css, English), brotli' };
  return [row(sdk, { files: ['dist/sdk/sdk.js'], goalKb: 6.5 }), row(wallet, { files: frame, goalKb: 32 })];
}

type Budget = { readonly files: readonly string[]; readonly goalKb: number };

function row(named: Pick<Row, 'id' | 'what'>, { files, goalKb }: Budget): Row {
  const bytes = files.map((file) => brotliCompressSync(readFileSync(file)).length);
  const kb = bytes.reduce((sum, each) => sum + each, 0) / 1000;
  return { ...named, measured: `${kb.toFixed(1)} kB`, goal: `<= ${goalKb} kB`, reached: kb <= goalKb };
}
