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
 * A file for a merchant's page. The frame parses what crosses, so of contract nothing but the channel, what it makes the frame
 * of, its address and height, the painter of dialogs and the JSON of the page's values may be in it at run time. The script sets window.sdk, and defines its AMD module, itself: of a script tag a loader
 * takes no anonymous module, as bundlers write it, and CommonJS has the package's module.
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

const refuseContract = {
  name: 'sdk-takes-types-only',
  load(id: string) {
    if (
      /src\/contract\/(?!frame\/(?:channel|dialog-painter|frame-address|json-text|provider-devices|reserved-height)\.ts)|node_modules\/zod\//.test(
        id,
      )
    ) {
      throw new Error(
        `sdk build: found "${id}" at run time, the SDK may import only its types, the channel, what it makes the frame of, the painter and JSON`,
      );
    }
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
