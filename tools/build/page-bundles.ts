import type { EnvironmentOptions, Plugin } from 'vite';

/** What is built for a browser runs in those that have this. */
export const browsers = 'es2022';

const hashedNames = {
  entryFileNames: 'assets/[name]-[hash].js',
  chunkFileNames: 'assets/[name]-[hash].js',
  assetFileNames: 'assets/[name]-[hash][extname]',
};

export const wallet: EnvironmentOptions = {
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
export const inspector: EnvironmentOptions = {
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

export const demo: EnvironmentOptions = {
  consumer: 'client',
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    copyPublicDir: false,
    assetsDir: 'demo/assets',
    target: browsers,
    modulePreload: false,
    rolldownOptions: {
      input: { page: 'demo/index.html', spa: 'demo/spa/index.html' },
      // One request for all that both have.
      output: { codeSplitting: { groups: [{ name: 'shop', minShareCount: 2 }] } },
    },
  },
};

/** Under `npm run dev` the demo's pages reload when a build is done. */
export function liveReload(port: string): Plugin {
  const script = `new EventSource('http://localhost:${port}').onmessage = () => location.reload();`;
  return {
    name: 'live-reload',
    applyToEnvironment: ({ name }) => name === 'demo',
    transformIndexHtml: () => [{ tag: 'script', children: script, injectTo: 'body' }],
  };
}
