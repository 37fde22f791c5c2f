import type { EnvironmentOptions, Plugin } from 'vite';
import { minifyAgain } from './minify-again.ts';
import { browsers } from './page-bundles.ts';

type SdkFile = {
  readonly format: 'es' | 'iife';
  readonly file: string;
  /** Of the modules that stay outside. */
  readonly paths?: Record<string, string>;
};

/**
 * A file for a merchant's page. Of contract it may contain the modules of `CONTRACT_MODULES` and no others, as the frame parses what
 * crosses. `global.ts` sets `window.sdk` and defines the AMD module itself: loaders refuse an anonymous module from a script tag.
 */
export function sdkBundle(entry: string, { format, file, paths = {} }: SdkFile): EnvironmentOptions {
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

const CONTRACT_MODULES = [
  'channel',
  'dialog-painter',
  'frame-address',
  'json-text',
  'provider-devices',
  'reserved-height',
];

const refuseContract = {
  name: 'sdk-takes-types-only',
  load(id: string) {
    const [, module] = /src\/contract\/(.*)\.ts/.exec(id) ?? [];
    const isAllowed = module === undefined || CONTRACT_MODULES.some((name) => module === `frame/${name}`);
    if (isAllowed && !id.includes('node_modules/zod/')) return;
    throw new Error(
      `sdk build: found "${id}" at run time, the SDK may import only its types and ${CONTRACT_MODULES.join(', ')}`,
    );
  },
};

/** What stands on the SDK: a module of its own beside sdk.mjs, which it imports, so that both are of one SDK. */
export function besideSdk(entry: string, file: string): EnvironmentOptions {
  const { build, ...options } = sdkBundle(entry, {
    format: 'es',
    file,
    paths: { 'embeddable-wallet': './sdk.mjs' },
  });
  const rolldownOptions = { ...build?.rolldownOptions, external: ['react', 'embeddable-wallet'] };
  return { ...options, build: { ...build, rolldownOptions } };
}

/** Of what stands on the SDK, wherever it imports it. */
export const importsSdk: Plugin = {
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
