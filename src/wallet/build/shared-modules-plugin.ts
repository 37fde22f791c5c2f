import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const walletFolder = join(import.meta.dirname, '..');
const contractFolder = join(walletFolder, '../contract/');
/** Ends the id of a module of the contract that a chunk brings itself. */
const BROUGHT = '?brought';

type Sharing = {
  /** Imported by the host, it leaves what the host shares under the global name `store`. */
  readonly registry: string;
  readonly store: string;
  /**
   * Modules in these folders come with a lazy chunk. They take all imports from elsewhere from the host.
   */
  readonly folders: readonly string[];
  /** Whether components stand there: the compiler writes imports into them. */
  readonly hasComponents: boolean;
  /**
   * Whether the chunk brings its own contract, and with it the library that parses what the service sends, which the host
   * has no use for. Constants that both need come twice.
   */
  readonly bringsContract: boolean;
};

/** What loads first is the host: the entry, and for the line to the service the line to the page. */
export const sharings: readonly Sharing[] = [
  {
    registry: 'virtual:shared',
    store: 'walletShared',
    folders: ['manage', 'lazy-checkout', 'express'],
    hasComponents: true,
    bringsContract: false,
  },
  {
    registry: 'virtual:shared-by-line',
    store: 'walletLineShared',
    folders: ['service-client'],
    hasComponents: false,
    bringsContract: true,
  },
];

/** The compiler writes these imports; it knows two sets of names. */
const writtenFor = (isProduction: boolean) => ({
  source: 'preact/jsx-runtime',
  names: ['Fragment', ...(isProduction ? ['jsx', 'jsxs'] : ['jsxDEV'])],
});

type SharedModule = { readonly id: string; readonly names: Set<string> };

/** The values that a module imports, by where from. */
function importsOf(code: string): { source: string; names: string[] }[] {
  return [...code.matchAll(/^import \{([^}]*)\} from '([^']+)';/gm)].map(([, list = '', source = '']) => ({
    source,
    names: list
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type ')),
  }));
}

/** A test and what helps it are no part of a chunk. */
const isOfTests = (name: string) => /\.test\.|(?:^|[\\/])test-/.test(name);

function modulesIn(folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !isOfTests(name))
      .map((name) => join(folder, name)),
  );
}

/**
 * Puts each shared module's values into one object, in the order of the list. Of a host that came twice, given up and
 * late after all, the first is the one in use.
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
 * Lets lazy chunks use normal imports. They must not import the entry: the bundler would split it into files
 * that the form waits for, and duplicate what both need. The host imports the registry, which stores what
 * the lazy modules import from elsewhere; they read it there.
 */
export function sharedModules({ registry, store, folders, hasComponents, bringsContract }: Sharing): Plugin {
  const lazyFolders = folders.map((name) => join(walletFolder, name));
  const folderOf = (id: string | undefined) => lazyFolders.find((folder) => id?.startsWith(`${folder}/`));
  const isBrought = (id: string) =>
    bringsContract && (id.startsWith(contractFolder) || id.includes('/node_modules/zod/'));
  const broughtId = (id: string) => (id.startsWith(contractFolder) ? `${id}${BROUGHT}` : id);
  const prefix = `\0${registry}:`;
  let shared: SharedModule[] = [];
  let written = writtenFor(true);
  return {
    name: `wallet-${registry.slice('virtual:'.length)}-modules`,
    apply: 'build',
    enforce: 'pre',
    configResolved({ isProduction }) {
      written = writtenFor(isProduction);
    },
    async buildStart() {
      const found = new Map<string, Set<string>>();
      for (const file of modulesIn(lazyFolders)) {
        const imports = importsOf(readFileSync(file, 'utf8'));
        for (const { source, names } of hasComponents ? [written, ...imports] : imports) {
          const id = (await this.resolve(source, file, { skipSelf: true }))?.id;
          if (id === undefined || folderOf(id) || isBrought(id)) continue;
          found.set(id, new Set([...(found.get(id) ?? []), ...names]));
        }
      }
      shared = [...found].map(([id, names]) => ({ id, names }));
    },
    async resolveId(source, importer) {
      if (source === registry) return `\0${registry}`;
      const folder = folderOf(importer);
      const isOfBrought = bringsContract && importer?.endsWith(BROUGHT);
      if (!folder && !isOfBrought) return null;
      const id = (await this.resolve(source, importer, { skipSelf: true }))?.id;
      if (id !== undefined && isBrought(id)) return broughtId(id);
      if (!folder || folderOf(id)) return null;
      const index = shared.findIndex((module) => module.id === id);
      if (index < 0)
        throw new Error(`Sharing modules: found "${source}" in "${importer}", which is not shared`);
      // One for each folder: a module that two chunks shared would be a third chunk.
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
