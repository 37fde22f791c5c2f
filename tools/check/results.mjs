import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const FOLDER = '.cache';
/** A result per line, from whichever process has it. */
const FILE = `${FOLDER}/results.jsonl`;
/** What they measured. */
const PROOFS = `${FOLDER}/proofs.jsonl`;
/** The most of one message that the end of a run repeats. */
const LINES = 12;

/**
 * A test or a gate that ran. A gate has no file.
 * @typedef {{ step: string, file: string, title: string, passed: boolean, message?: string }} Result
 */

/** The step is the one under which a reporter runs. @param {Omit<Result, 'step'> & { step?: string }} result */
export function keepResult({ step = process.env.CHECK_STEP ?? '', message, ...result }) {
  const start = message && stripVTControlCharacters(message).split('\n').slice(0, LINES).join('\n');
  mkdirSync(FOLDER, { recursive: true });
  appendFileSync(FILE, `${JSON.stringify({ step, ...result, ...(start && { message: start }) })}\n`);
}

/** @param {string} [root] of the repository, or of a copy of it @returns {Result[]} */
export function readResults(root = '.') {
  const file = join(root, FILE);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line));
}

export function forgetResults() {
  for (const file of [FILE, PROOFS]) rmSync(file, { force: true });
}
