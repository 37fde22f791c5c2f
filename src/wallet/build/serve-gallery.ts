import { join } from 'node:path';
import { createServer, type ViteDevServer } from 'vite';
import { localeTexts } from './locale-texts-plugin.ts';

const repository = join(import.meta.dirname, '../../..');

/** Serves the gallery for developers from the sources; it is in no build. Port 0 takes a free one. */
export async function serveGallery(port: number): Promise<ViteDevServer> {
  const server = await createServer({
    configFile: false,
    root: join(repository, 'src/wallet/gallery'),
    publicDir: join(repository, 'public'),
    cacheDir: join(repository, '.cache/vite-gallery'),
    logLevel: 'warn',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    plugins: [localeTexts()],
    server: { host: 'localhost', port, strictPort: port !== 0, fs: { allow: [repository] } },
  });
  return server.listen();
}
