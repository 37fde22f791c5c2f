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

/** The service's programs, side by side in dist/service. */
const servicePrograms = [
  'src/service/main/main.ts',
  'src/service/main/build-template.ts',
  'src/service/main/bench/bare-commits.ts',
  'src/service/main/bench/fill-history.ts',
  'src/store/embedded/engine-worker.ts',
];

export const service = nodeBundle(
  Object.fromEntries(servicePrograms.map((file) => [basename(file, '.ts'), file])),
  'dist/service',
);
