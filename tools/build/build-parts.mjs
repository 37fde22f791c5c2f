const ofSdk = ['sdk', 'sdkScript', 'sdkReact', 'sdkElement'];
const ofServer = ['server', 'serverRequired'];
/** The parts of the build, in an order in which none needs a later one. */
export const allParts = [
  ...ofSdk,
  ...ofServer,
  'testing',
  'doubles',
  'wallet',
  'inspector',
  'service',
  'bench',
  'demo',
  'shop',
];

/**
 * What is stale once a file below a folder has changed, the most particular folder first. A change anywhere else, as in
 * `src/contract`, makes everything stale.
 * @type {[folder: string, parts: string[]][]}
 */
const staleBy = [
  ['src/sdk/', [...ofSdk, 'doubles', 'demo', 'shop']],
  ['src/server/', [...ofServer, 'shop']],
  ['src/merchant-testing/', ['testing']],
  // Pages of the service say some things in the wallet's words; the inspector is made of the wallet's primitives.
  ['src/wallet/', ['wallet', 'inspector', 'service', 'bench']],
  ['src/inspector/', ['inspector']],
  ['public/', ['wallet', 'inspector']],
  // The packed empty store holds the tables.
  ['src/service/tables/migrations/', allParts],
  ['src/service/', ['service', 'bench']],
  ['demo/server/', ['shop']],
  ['demo/shop.ts', ['shop']],
  ['demo/', ['demo', 'shop']],
];

/** @param {Iterable<string>} paths changed files, inside the repository @returns {string[]} in the order to build them */
export function stalePartsOf(paths) {
  const stale = new Set(
    Array.from(paths, (path) => staleBy.find(([folder]) => path.startsWith(folder))?.[1] ?? allParts).flat(),
  );
  return allParts.filter((part) => stale.has(part));
}
