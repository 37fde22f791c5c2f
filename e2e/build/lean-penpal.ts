import type { Plugin } from 'vite';

/** What of penpal speaks with its versions before 7, and to a console: nobody does here. */
const cuts: readonly (readonly [pattern: RegExp, put: string])[] = [
  [/isDeprecatedMessage\(data\)/g, 'false'],
  [/this\.#isChildUsingDeprecatedProtocol(?! =)/g, 'false'],
  [/this\.#isChildUsingDeprecatedProtocol = true;/g, ''],
  [/ *(?:this\.#)?log\?\.\([^;]*\);\n/g, ''],
];

/** Takes out of penpal what the channel does not use; every cut must still find its place. */
export function leanPenpal(): Plugin {
  return {
    name: 'lean-penpal',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/penpal/dist/penpal.mjs')) return null;
      return cuts.reduce((left, [pattern, put]) => {
        const cut = left.replace(pattern, put);
        if (cut === left)
          throw new Error(`Building with penpal: found no ${pattern}, wanted the code it cuts out`);
        return cut;
      }, code);
    },
  };
}
