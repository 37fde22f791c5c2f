import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import type { Row } from './table.ts';

/** P1 and P2: what a shopper downloads, brotli at its highest quality. */
export function bytesRows(): Row[] {
  return [
    row('P1', 'sdk.js on the merchant page, brotli', 'dist/sdk/sdk.js', 8),
    row('P2', 'wallet frame to a usable form (html, js, css, English), brotli', 'dist/wallet/frame.html', 32),
  ];
}

function row(id: string, what: string, file: string, goalKb: number): Row {
  const kb = brotliCompressSync(readFileSync(file)).length / 1000;
  return { id, what, measured: `${kb.toFixed(1)} kB`, goal: `<= ${goalKb} kB`, reached: kb <= goalKb };
}
