import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runnerImport } from 'vite';

const root = join(import.meta.dirname, '../../..');
/** Any public address does. */
const BASE_URL = 'https://wallet.example';

/** The service's document, made as the service makes it, without one running. @returns {Promise<object>} */
async function readDocument() {
  const source = join(root, 'src/service/api/openapi/document/document.ts');
  const { module } = await runnerImport(source, { configFile: false, logLevel: 'error' });
  return module.openApiDocument(BASE_URL);
}

/**
 * @param {object} document
 * @param {string} file where to put it for the linter
 * @returns {string} what the linter says against it; empty: nothing
 */
export function lintDocument(document, file) {
  writeFileSync(file, JSON.stringify(document, null, 2));
  const { status, stdout, stderr } = spawnSync(
    join(root, 'node_modules/.bin/redocly'),
    ['lint', file, '--config', join(import.meta.dirname, 'redocly.yaml'), '--format', 'stylish'],
    {
      encoding: 'utf8',
      maxBuffer: 1e8,
      // It is to ask nobody for a newer version, and to tell nobody that it ran.
      env: {
        ...process.env,
        REDOCLY_TELEMETRY: 'off',
        REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
        NO_COLOR: '1',
      },
    },
  );
  return status === 0 ? '' : `${stdout}${stderr}`;
}

if (process.argv[1] === import.meta.filename) {
  mkdirSync(join(root, '.cache'), { recursive: true });
  const found = lintDocument(await readDocument(), join(root, '.cache/openapi.json'));
  process.stderr.write(found);
  process.exitCode = found === '' ? 0 : 1;
}
