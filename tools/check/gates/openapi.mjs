import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { runnerImport } from 'vite';
import { report } from './repository.mjs';

/** Any public address does. */
const BASE_URL = 'https://wallet.example';

/**
 * Looks at a document with every recommended rule of the linter; its warnings are errors, too.
 * @param {object} document
 * @param {string} file where to put it for the linter
 * @returns {string} what the linter says against it; empty: nothing
 */
export function lintDocument(document, file) {
  writeFileSync(file, JSON.stringify(document, null, 2));
  const args = ['lint', file, '--extends', 'recommended-strict', '--format', 'stylish'];
  // It is to ask nobody for a newer version, and to tell nobody that it ran.
  const silence = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' };
  const env = { ...process.env, ...silence };
  const options = { encoding: /** @type {const} */ ('utf8'), maxBuffer: 1e8, env };
  const { status, stdout, stderr } = spawnSync('node_modules/.bin/redocly', args, options);
  return status === 0 ? '' : `${stdout}${stderr}`;
}

if (process.argv[1] === import.meta.filename) {
  // The service's document, made as the service makes it, without one running.
  const source = 'src/service/api/openapi/document/document.ts';
  const { module } = await runnerImport(source, { configFile: false, logLevel: 'error' });
  mkdirSync('.cache', { recursive: true });
  const found = lintDocument(module.openApiDocument(BASE_URL), '.cache/openapi.json');
  report(found === '' ? [] : [found]);
}
