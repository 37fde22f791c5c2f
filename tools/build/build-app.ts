import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { ViteBuilder } from 'vite';
import { allParts } from './build-parts.mjs';
import { sourceStamp, writeStamp } from './prepare.mjs';
import { writePublicTypes } from './public-types.ts';

/** Of `window.sdk`, for a page with the script tag. */
const globalTypes = `import type { ScriptSdk } from './sdk.js';

declare global {
  interface Window {
    /** What the script tag puts there. */
    sdk: ScriptSdk;
  }
  var sdk: ScriptSdk;
}
`;

/** The doubles have the types of what they stand for. */
const doubledTypes = (name: string) => `export * from '../sdk/${name}.js';
export {
  type RefusableCall,
  type SampleMethod,
  type TestSession,
  testToken,
  type DoubledWallet,
  walletDouble,
} from './doubles.js';
`;

/**
 * Builds the parts in their order, then what is made of them, and notes of which sources.
 * @param stale names of parts with commas between them, where not all are wanted anew
 */
export async function buildApp({ build, environments }: ViteBuilder, stale?: string): Promise<void> {
  const stamp = sourceStamp();
  const isWhole = stale === undefined;
  const parts = allParts.filter((part) => isWhole || stale.split(',').includes(part));
  if (isWhole) rmSync('dist', { recursive: true, force: true });
  for (const part of parts) {
    const environment = environments[part];
    if (environment) await build(environment);
  }
  if (isWhole) {
    execFileSync(process.execPath, ['dist/service/build-template.js', 'dist/service/pgdata.tar.gz']);
    copyFileSync('dist/service/pgdata.tar.gz', 'dist/bench/pgdata.tar.gz');
  }
  await writeBesideBundles(parts);
  writeStamp(stamp, { isWhole });
}

/** Writes what stands beside the bundles of these parts: their types, and what the SDK's files hash to. */
async function writeBesideBundles(parts: readonly string[]): Promise<void> {
  if (parts.includes('sdk')) {
    await writePublicTypes('sdk', 'dist/sdk/sdk.d.ts');
    await writePublicTypes('sdk/react', 'dist/sdk/react.d.ts');
    await writePublicTypes('sdk/element', 'dist/sdk/element.d.ts');
    writeFileSync('dist/sdk/global.d.ts', globalTypes);
    writeIntegrity();
  }
  if (parts.includes('server')) {
    await writePublicTypes('server', 'dist/server/server.d.ts');
    copyFileSync('dist/server/server.d.ts', 'dist/server/server.d.cts');
  }
  if (parts.includes('doubles')) {
    await writePublicTypes('sdk/testing', 'dist/testing/doubles.d.ts');
    for (const name of ['sdk', 'react', 'element'])
      writeFileSync(`dist/testing/${name}.d.ts`, doubledTypes(name));
  }
  if (parts.includes('testing')) await writePublicTypes('merchant-testing', 'dist/testing/testing.d.ts');
}

function writeIntegrity() {
  const integrityOf = (file: string) => {
    const digest = createHash('sha384')
      .update(readFileSync(`dist/sdk/${file}`))
      .digest();
    // The address that the service gives this very script for ever.
    const path = `/sdk/${digest.toString('hex').slice(0, 32)}/${file}`;
    return { path, integrity: `sha384-${digest.toString('base64')}` };
  };
  const integrity = {
    'sdk.js': integrityOf('sdk.js'),
    'sdk.mjs': integrityOf('sdk.mjs'),
    'guard.js': integrityOf('guard.js'),
    'dialogs.js': dialogsIntegrity(),
  };
  writeFileSync('dist/sdk/integrity.json', `${JSON.stringify(integrity, null, 2)}\n`);
}

/** As `sdk.js` asks for it. */
function dialogsIntegrity() {
  const digest = createHash('sha256').update(readFileSync('dist/sdk/dialogs.js')).digest('base64');
  return { path: `/sdk/sha256-${digest}`, integrity: `sha256-${digest}` };
}
