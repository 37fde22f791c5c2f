import { mkdir, mkdtemp } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Bundles the store's programs as the service's build does, for tests that kill real processes. */
export async function buildPrograms(): Promise<string> {
  const cache = here('../../../.cache/');
  await mkdir(cache, { recursive: true });
  const outDir = await mkdtemp(`${cache}store-programs-`);
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      rolldownOptions: {
        input: {
          'engine-worker': here('../embedded/engine-worker.ts'),
          'build-template': here('./build-template.ts'),
          'store-process': here('./store-process.ts'),
          'break-fsync': here('./break-fsync.ts'),
          'log-writes': here('./log-writes.ts'),
          'hold-lock': here('./hold-lock.ts'),
        },
      },
    },
  });
  return outDir;
}
