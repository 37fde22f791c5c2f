import { join } from 'node:path';
import type { Plugin } from 'vite';
import { nodeBundle } from './node-bundle.ts';

const FOLDER = 'src/sdk/testing';

/** `embeddable-wallet/testing/sdk` and its like: the SDK's own code over the doubles. */
export const doubles = nodeBundle(
  { sdk: `${FOLDER}/index.ts`, react: `${FOLDER}/react.ts`, element: `${FOLDER}/element.ts` },
  'dist/testing',
);

/** What the SDK reaches the world by, and what stands there in a test of components. */
const REPLACED: Readonly<Record<string, string>> = {
  'base/ask-json.ts': 'no-network.ts',
  'frame/wallet-frame.ts': 'no-document.ts',
  'payments/provider-window.ts': 'no-window.ts',
};

export const withoutPage: Plugin = {
  name: 'without-page',
  enforce: 'pre',
  async resolveId(source, importer) {
    const replaced = Object.keys(REPLACED).find((file) => file.endsWith(source.replace(/^.*\//, '/')));
    if (!replaced || importer?.includes(`/${FOLDER}/`)) return null;
    const real = await this.resolve(source, importer, { skipSelf: true });
    return real?.id.endsWith(`/src/sdk/${replaced}`)
      ? join(process.cwd(), FOLDER, `${REPLACED[replaced]}`)
      : null;
  },
};
