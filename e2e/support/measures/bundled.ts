import { build, type Plugin } from 'vite';
import { compileScript, parse } from 'vue/compiler-sfc';

/** A component of one file, its template in its script, as Vue's own plugin makes it. */
const vueFiles = (isServer: boolean): Plugin => ({
  name: 'vue-files',
  transform(code, id) {
    if (!id.endsWith('.vue')) return null;
    const compilerOptions = { isCustomElement: (tag: string) => tag === 'wallet-checkout' };
    // At the parsing too: an element's events keep their names by that alone.
    const { descriptor } = parse(code, { filename: id, templateParseOptions: compilerOptions });
    const templateOptions = { compilerOptions, ssr: isServer, ssrCssVars: [] };
    const options = { id: 'wallet', inlineTemplate: true, templateOptions };
    return { code: compileScript(descriptor, options).content, map: null };
  },
});

/**
 * A program and all that it imports, as one script for a page or for a server. React is in it for a server, too: its two halves
 * choose their mode by the environment where each is first imported, and a build of vite changes that of its whole process.
 */
export async function bundled(input: string, { isServer = false } = {}): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: {
      'process.env.NODE_ENV': '"development"',
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'true',
    },
    oxc: { jsx: { runtime: 'automatic', importSource: 'react', development: false } },
    plugins: [vueFiles(isServer)],
    ssr: { noExternal: true },
    build: {
      write: false,
      emptyOutDir: false,
      copyPublicDir: false,
      minify: false,
      modulePreload: false,
      ssr: isServer,
      rolldownOptions: { input },
    },
  });
  const outputs = [built].flat().flatMap((result) => ('output' in result ? result.output : []));
  const script = outputs.find((output) => output.type === 'chunk');
  return script?.code ?? '';
}
