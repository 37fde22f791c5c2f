import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
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

/** Writes what stands beside the bundles of these parts: their types, and what the SDK's files hash to. */
export async function writeBesideBundles(parts: readonly string[]): Promise<void> {
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
  if (parts.includes('testing')) await writePublicTypes('testing', 'dist/testing/testing.d.ts');
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
  const integrity = { 'sdk.js': integrityOf('sdk.js'), 'sdk.mjs': integrityOf('sdk.mjs') };
  writeFileSync('dist/sdk/integrity.json', `${JSON.stringify(integrity, null, 2)}\n`);
}
