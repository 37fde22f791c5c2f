import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import type { EnvironmentOptions, Plugin, ViteBuilder } from 'vite';
import { defineConfig } from 'vitest/config';
import { docsParts } from './scripts/build/docs/docs-plugin.ts';
import { inspectorPage } from './scripts/build/inspector-page.ts';
import { minifyAgain } from './scripts/build/minify-again.ts';
import { writePublicTypes } from './scripts/build/public-types.ts';
import { servicePackage } from './scripts/build/service-package.ts';
import { allParts } from './scripts/build-parts.mjs';
import { sourceStamp, writeStamp } from './scripts/prepare.mjs';
import { vitestProjects, vitestTags } from './scripts/test/vitest-projects.ts';
import { walletTextKeys } from './src/service/languages/wallet-text-keys.ts';
import { frameDocument } from './src/wallet/build/frame-document-plugin.ts';
import { leanPackages } from './src/wallet/build/lean-packages-plugin.ts';
import { lendings, lentModules } from './src/wallet/build/lent-modules-plugin.ts';
import { localeTexts } from './src/wallet/build/locale-texts-plugin.ts';
import { pageTexts } from './src/wallet/build/page-texts-plugin.ts';

const browsers = 'es2022';
/** Parts that `npm run dev` wants built anew. Default: all. */
const stale = process.env['BUILD_PARTS'];
const liveReloadPort = process.env['LIVE_RELOAD_PORT'];
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

/** Plugins of the wallet frame's build alone. */
const walletPlugins: Plugin[] = [...lendings.map(lentModules), leanPackages(), frameDocument()];

/** The service's programs, side by side in dist/service. */
const servicePrograms = [
  'src/service/main.ts',
  'src/service/build-template.ts',
  'src/service/bench/bare-commits.ts',
  'src/service/bench/fill-history.ts',
  'src/store/embedded/engine-worker.ts',
];

type SdkFile = {
  readonly format: 'es' | 'iife';
  readonly file: string;
  /** Of the modules that stay outside. */
  readonly paths?: Record<string, string>;
};

/**
 * A file for a merchant's page. The frame parses what crosses, so of contract nothing but the channel and the frame's address and
 * height may be in it at run time. The script sets window.sdk, and defines its AMD module, itself: of a script tag a loader
 * takes no anonymous module, as bundlers write it, and CommonJS has the package's module.
 */
function sdkBundle(entry: string, { format, file, paths = {} }: SdkFile): EnvironmentOptions {
  return {
    consumer: 'client',
    build: {
      outDir: 'dist/sdk',
      emptyOutDir: false,
      copyPublicDir: false,
      target: browsers,
      modulePreload: false,
      rolldownOptions: {
        input: { sdk: entry },
        preserveEntrySignatures: 'strict',
        output: {
          format,
          name: 'sdk',
          entryFileNames: file,
          paths,
          codeSplitting: false,
          // So that constants are written where they are used.
          topLevelVar: false,
        },
        plugins: [refuseContract, minifyAgain],
      },
    },
  };
}

/** What stands on the SDK: a module of its own beside sdk.mjs, which it imports, so that both are of one SDK. */
function besideSdk(entry: string, file: string): EnvironmentOptions {
  const { build, ...options } = sdkBundle(entry, {
    format: 'es',
    file,
    paths: { 'embeddable-wallet': './sdk.mjs' },
  });
  const rolldownOptions = { ...build?.rolldownOptions, external: ['react', 'embeddable-wallet'] };
  return { ...options, build: { ...build, rolldownOptions } };
}

const importsSdk: Plugin = {
  name: 'imports-sdk',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'sdkReact' || name === 'sdkElement',
  transform: (code, id) =>
    id.includes('/src/sdk/')
      ? { code: code.replaceAll("'../index.ts'", "'embeddable-wallet'"), map: null }
      : null,
  // Next renders its own components on the server, which must leave these to the browser.
  renderChunk: (code, { fileName }) => (fileName === 'react.mjs' ? `'use client';${code}` : null),
};

const refuseContract = {
  name: 'sdk-takes-types-only',
  load(id: string) {
    if (
      /src\/contract\/(?!frame\/(?:channel|frame-address|reserved-height)\.ts)|node_modules\/zod\//.test(id)
    ) {
      throw new Error(
        `sdk build: found "${id}" at run time, the SDK may import only its types, the channel and the frame's address and height`,
      );
    }
  },
};

/** A bundle for Node; packages stay in node_modules. */
function nodeBundle(
  input: Record<string, string>,
  outDir: string,
  format: 'es' | 'cjs' = 'es',
): EnvironmentOptions {
  const ending = format === 'es' ? 'js' : 'cjs';
  return {
    consumer: 'server',
    build: {
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'node20',
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input,
        output: { format, entryFileNames: `[name].${ending}`, chunkFileNames: `[name]-[hash].${ending}` },
      },
    },
  };
}

const hashedNames = {
  entryFileNames: 'assets/[name]-[hash].js',
  chunkFileNames: 'assets/[name]-[hash].js',
  assetFileNames: 'assets/[name]-[hash][extname]',
};

const wallet: EnvironmentOptions = {
  consumer: 'client',
  build: {
    outDir: 'dist/wallet',
    target: browsers,
    modulePreload: false,
    rolldownOptions: {
      input: { main: 'src/wallet/main.tsx' },
      output: {
        ...hashedNames,
        // Compiled whole while it arrives, on another thread: nearly all of it runs at once. Of what comes later less does.
        postBanner: ({ isEntry }) => (isEntry ? '//# allFunctionsCalledOnLoad' : ''),
      },
    },
  },
};

/** The inspector's page, which the service shows developers at the admin port. */
const inspector: EnvironmentOptions = {
  consumer: 'client',
  build: {
    outDir: 'dist/inspector',
    target: browsers,
    modulePreload: false,
    // Its policy takes nothing from `data:`.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { main: 'src/inspector/main.tsx' },
      output: hashedNames,
    },
  },
};

const demo: EnvironmentOptions = {
  consumer: 'client',
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    copyPublicDir: false,
    assetsDir: 'demo/assets',
    target: browsers,
    modulePreload: false,
    rolldownOptions: { input: { page: 'demo/index.html', spa: 'demo/spa/index.html' } },
  },
};

/** Under `npm run dev` the demo's pages reload when a build is done. */
function liveReload(port: string): Plugin {
  const script = `new EventSource('http://localhost:${port}').onmessage = () => location.reload();`;
  return {
    name: 'live-reload',
    applyToEnvironment: ({ name }) => name === 'demo',
    transformIndexHtml: () => [{ tag: 'script', children: script, injectTo: 'body' }],
  };
}

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

async function buildApp({ build, environments }: ViteBuilder) {
  const stamp = sourceStamp();
  const isWhole = stale === undefined;
  const parts = allParts.filter((part) => isWhole || stale.split(',').includes(part));
  if (isWhole) rmSync('dist', { recursive: true, force: true });
  for (const part of parts) {
    const environment = environments[part];
    if (environment) await build(environment);
  }
  if (isWhole)
    execFileSync(process.execPath, ['dist/service/build-template.js', 'dist/service/pgdata.tar.gz']);
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
  writeStamp(stamp);
}

export default defineConfig({
  base: './',
  appType: 'custom',
  cacheDir: '.cache/vite',
  // The shop serves dist/demo as its root.
  experimental: {
    renderBuiltUrl: (file) => (file.startsWith('demo/') ? file.slice('demo'.length) : { relative: true }),
  },
  define: { __SDK_VERSION__: JSON.stringify(version) },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [
    localeTexts(),
    docsParts(),
    pageTexts({
      folder: join(import.meta.dirname, 'src/service/languages/locales'),
      shared: { folder: join(import.meta.dirname, 'src/wallet/i18n/locales'), keys: walletTextKeys },
    }),
    ...walletPlugins.map(
      (plugin): Plugin => ({ ...plugin, applyToEnvironment: ({ name }) => name === 'wallet' }),
    ),
    { ...servicePackage(), applyToEnvironment: ({ name }) => name === 'service' },
    { ...inspectorPage(), applyToEnvironment: ({ name }) => name === 'inspector' },
    importsSdk,
    ...(liveReloadPort ? [liveReload(liveReloadPort)] : []),
  ],
  environments: {
    sdk: sdkBundle('src/sdk/index.ts', { format: 'es', file: 'sdk.mjs' }),
    sdkScript: sdkBundle('src/sdk/global.ts', { format: 'iife', file: 'sdk.js' }),
    sdkReact: besideSdk('src/sdk/react/index.ts', 'react.mjs'),
    sdkElement: besideSdk('src/sdk/element/index.ts', 'element.mjs'),
    server: nodeBundle({ server: 'src/server/index.ts' }, 'dist/server'),
    testing: nodeBundle({ testing: 'src/testing/index.ts' }, 'dist/testing'),
    serverRequired: nodeBundle({ server: 'src/server/index.ts' }, 'dist/server', 'cjs'),
    wallet,
    inspector,
    service: nodeBundle(
      Object.fromEntries(servicePrograms.map((file) => [basename(file, '.ts'), file])),
      'dist/service',
    ),
    demo,
    shop: nodeBundle({ shop: 'demo/shop.ts' }, 'dist/demo'),
  },
  builder: { buildApp },
  test: {
    passWithNoTests: false,
    // One more than cores: a third of the time a worker's tests wait.
    maxWorkers: availableParallelism() + 1,
    // A busy machine is slow, not wrong.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    ...vitestTags,
    projects: vitestProjects,
  },
});
