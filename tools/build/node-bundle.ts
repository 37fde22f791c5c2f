import { basename } from 'node:path';
import type { EnvironmentOptions } from 'vite';

/** A bundle for Node; packages stay in node_modules. */
export function nodeBundle(
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

const programs = (files: readonly string[]) =>
  Object.fromEntries(files.map((file) => [basename(file, '.ts'), file]));

/** The service's programs, side by side in dist/service: all that is there may be shipped. */
export const service = nodeBundle(
  programs([
    'src/service/main/main.ts',
    'src/service/main/build-template.ts',
    'src/store/embedded/engine-worker.ts',
  ]),
  'dist/service',
);

/** What fills a store, and what a payment is compared with. Nobody deploys these. */
export const bench = nodeBundle(
  programs([
    'src/service/main/bench/bare-commits.ts',
    'src/service/main/bench/fill-history.ts',
    'src/store/embedded/engine-worker.ts',
  ]),
  'dist/bench',
);
