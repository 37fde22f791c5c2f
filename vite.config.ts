import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { walletTextKeys } from './src/service/site/languages/wallet-text-keys.ts';
import { frameDocument } from './src/wallet/build/frame-document-plugin.ts';
import { localeTexts } from './src/wallet/build/locale-texts-plugin.ts';
import { pageTexts } from './src/wallet/build/page-texts-plugin.ts';
import { lazyChunks, sharedModules } from './src/wallet/build/shared-modules-plugin.ts';
import { trimPackages } from './src/wallet/build/trim-packages-plugin.ts';
import { buildApp } from './tools/build/build-app.ts';
import { dialogsScript } from './tools/build/dialogs-script-plugin.ts';
import { docsParts } from './tools/build/docs/docs-plugin.ts';
import { doubles, withoutPage } from './tools/build/doubles.ts';
import { guardScript } from './tools/build/guard-script-plugin.ts';
import { inspectorPage } from './tools/build/inspector-page.ts';
import { bench, nodeBundle, service } from './tools/build/node-bundle.ts';
import { demo, inspector, liveReload, wallet } from './tools/build/page-bundles.ts';
import { refusedFrame } from './tools/build/refused-frame-plugin.ts';
import { besideSdk, importsSdk, sdkBundle } from './tools/build/sdk-bundle.ts';
import { servicePackage } from './tools/build/service-package.ts';
import { TIMEOUT_MS } from './tools/check/timeout.ts';
import { vitestProjects } from './tools/check/vitest-projects.ts';

/** Parts that `npm run dev` wants built anew. Default: all. */
const stale = process.env['BUILD_PARTS'];
const liveReloadPort = process.env['LIVE_RELOAD_PORT'];
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

/** Plugins of one part's build alone. */
const onlyIn = (part: string, plugins: readonly Plugin[]) =>
  plugins.map((plugin): Plugin => ({ ...plugin, applyToEnvironment: ({ name }) => name === part }));

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
    refusedFrame(),
    dialogsScript(),
    pageTexts({
      folder: join(import.meta.dirname, 'src/service/site/languages/locales'),
      shared: { folder: join(import.meta.dirname, 'src/wallet/i18n/locales'), keys: walletTextKeys },
    }),
    ...onlyIn('wallet', [...lazyChunks.map(sharedModules), trimPackages(), frameDocument()]),
    ...onlyIn('doubles', [withoutPage]),
    ...onlyIn('sdkScript', [guardScript()]),
    ...onlyIn('service', [servicePackage()]),
    ...onlyIn('inspector', [inspectorPage()]),
    importsSdk,
    ...(liveReloadPort ? [liveReload(liveReloadPort)] : []),
  ],
  environments: {
    sdk: sdkBundle('src/sdk/index.ts', { format: 'es', file: 'sdk.mjs' }),
    sdkScript: sdkBundle('src/sdk/global.ts', { format: 'iife', file: 'sdk.js' }),
    sdkReact: besideSdk('src/sdk/react/index.ts', 'react.mjs'),
    sdkElement: besideSdk('src/sdk/element/index.ts', 'element.mjs'),
    server: nodeBundle({ server: 'src/server/index.ts' }, 'dist/server'),
    testing: nodeBundle({ testing: 'src/merchant-testing/index.ts' }, 'dist/testing'),
    doubles,
    serverRequired: nodeBundle({ server: 'src/server/index.ts' }, 'dist/server', 'cjs'),
    wallet,
    inspector,
    service,
    bench,
    demo,
    shop: nodeBundle({ shop: 'demo/shop.ts' }, 'dist/demo'),
  },
  builder: { buildApp: (builder) => buildApp(builder, stale) },
  test: {
    passWithNoTests: false,
    // One more than cores: a third of the time a worker's tests wait.
    maxWorkers: availableParallelism() + 1,
    // A busy machine is slow, not wrong.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: TIMEOUT_MS } },
    setupFiles: ['tools/check/wait-patiently.ts'],
    tags: [{ name: 'prove' }],
    projects: vitestProjects,
  },
});
