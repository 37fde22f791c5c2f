import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const walletFolder = join(import.meta.dirname, '..');
const contractFolder = join(walletFolder, '../contract/');
/** Suffix of a contract module's id in a chunk that bundles its own copy. */
const BUNDLED_COPY = '?copy';

type Sharing = {
  /** The host imports this module, which stores the host's shared modules in the global `store`. */
  readonly registry: string;
  readonly store: string;
  /** Modules in these folders are in lazy chunks. All their imports from elsewhere come from the host. */
  readonly folders: readonly string[];
  /** Whether they contain components, into which the compiler writes imports. */
  readonly hasComponents: boolean;
  /**
   * Whether the chunk bundles its own copy of the contract, with the schema library that only it needs. Constants that both
   * need are then in both.
   */
  readonly bundlesOwnContract: boolean;
};

/** The host is what loads first: the entry or, for the service client, the page connection. */
export const lazyChunks: readonly Sharing[] = [
  {
    registry: 'virtual:shared',
    store: 'walletShared',
    folders: ['manage', 'lazy-checkout', 'express'],
    hasComponents: true,
    bundlesOwnContract: false,
  },
  {
    registry: 'virtual:shared-by-page',
    store: 'walletPageShared',
    folders: ['service-client'],
    hasComponents: false,
    bundlesOwnContract: true,
  },
];

/** The imports that the compiler writes: other names in production than in development. */
const jsxImportsFor = (isProduction: boolean) => ({
  source: 'preact/jsx-runtime',
  names: ['Fragment', ...(isProduction ? ['jsx', 'jsxs'] : ['jsxDEV'])],
});

type SharedModule = { readonly id: string; readonly names: Set<string> };

/** The values that a module imports, by source. */
function importsOf(code: string): { source: string; names: string[] }[] {
  return [...code.matchAll(/^import \{([^}]*)\} from '([^']+)';/gm)].map(([, list = '', source = '']) => ({
    source,
    names: list
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type ')),
  }));
}

function modulesIn(folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
      .map((name) => join(folder, name)),
  );
}

/**
 * Puts each shared module's values into one object, in the order of the list. If a host is loaded twice, after a timeout, the
 * first one counts.
 */
function registryCode(shared: readonly SharedModule[], store: string): string {
  const imports = shared.map(({ id, names }, index) => {
    const renamed = [...names].map((name) => `${name} as ${name}_${index}`);
    return `import { ${renamed.join(', ')} } from ${JSON.stringify(id)};`;
  });
  const objects = shared.map(({ names }, index) => {
    return `{ ${[...names].map((name) => `${name}: ${name}_${index}`).join(', ')} }`;
  });
  return `${imports.join('\n')}\nglobalThis.${store} ??= [${objects.join(', ')}];`;
}

/**
 * Lets lazy chunks use normal imports. They must not import the entry, which the bundler would then split into files that
 * the form waits for. Instead the host imports the registry, which stores the modules that lazy chunks import from elsewhere,
 * and the chunks read them there.
 */
export function sharedModules({
  registry,
  store,
  folders,
  hasComponents,
  bundlesOwnContract,
}: Sharing): Plugin {
  const lazyFolders = folders.map((name) => join(walletFolder, name));
  const folderOf = (id: string | undefined) => lazyFolders.find((folder) => id?.startsWith(`${folder}/`));
  const isBundledCopy = (id: string) =>
    bundlesOwnContract && (id.startsWith(contractFolder) || id.includes('/node_modules/zod/'));
  const copyId = (id: string) => (id.startsWith(contractFolder) ? `${id}${BUNDLED_COPY}` : id);
  const prefix = `\0${registry}:`;
  let shared: SharedModule[] = [];
  let jsxImports = jsxImportsFor(true);
  return {
    name: `wallet-${registry.slice('virtual:'.length)}-modules`,
    apply: 'build',
    enforce: 'pre',
    configResolved({ isProduction }) {
      jsxImports = jsxImportsFor(isProduction);
    },
    async buildStart() {
      const namesById = new Map<string, Set<string>>();
      for (const file of modulesIn(lazyFolders)) {
        const imports = importsOf(readFileSync(file, 'utf8'));
        for (const { source, names } of hasComponents ? [jsxImports, ...imports] : imports) {
          const id = (await this.resolve(source, file, { skipSelf: true }))?.id;
          if (id === undefined || folderOf(id) || isBundledCopy(id)) continue;
          namesById.set(id, new Set([...(namesById.get(id) ?? []), ...names]));
        }
      }
      shared = [...namesById].map(([id, names]) => ({ id, names }));
    },
    async resolveId(source, importer) {
      if (source === registry) return `\0${registry}`;
      const folder = folderOf(importer);
      const isOfCopy = bundlesOwnContract && importer?.endsWith(BUNDLED_COPY);
      if (!folder && !isOfCopy) return null;
      const id = (await this.resolve(source, importer, { skipSelf: true }))?.id;
      if (id !== undefined && isBundledCopy(id)) return copyId(id);
      if (!folder || folderOf(id)) return null;
      const index = shared.findIndex((module) => module.id === id);
      if (index < 0)
        throw new Error(`Sharing modules: found "${source}" in "${importer}", which is not shared`);
      // One id per folder: a module that two chunks share would become a third chunk.
      return `${prefix}${index}:${lazyFolders.indexOf(folder)}`;
    },
    load(id) {
      if (id === `\0${registry}`) return registryCode(shared, store);
      if (!id.startsWith(prefix)) return null;
      const index = Number.parseInt(id.slice(prefix.length), 10);
      const names = [...(shared[index]?.names ?? [])];
      return `export const { ${names.join(', ')} } = globalThis.${store}[${index}];`;
    },
  };
}
