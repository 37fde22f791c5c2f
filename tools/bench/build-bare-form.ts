import { build } from 'vite';

/** The bare Preact form as one document, its script inlined as the wallet frame's is: by the wallet's own builder. */
export async function buildBareForm(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: 'tools/bench/bare-form/main.tsx' },
    },
  });
  const outputs = [built].flat().flatMap((result) => ('output' in result ? result.output : []));
  const script = outputs.find((output) => output.type === 'chunk');
  if (script === undefined) throw new Error('Cannot build the bare form: found no chunk');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Card</title><body><script type="module">${script.code}</script></html>`;
}
