import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import ts from 'typescript';
import { withMerchantComments } from './merchant-comments.ts';
import { withPlainTypes } from './plain-types.ts';
import { requireParsed } from './require-parsed.ts';

const copy = '.cache/public-types';

/**
 * The one declaration of a public part: contract's types written out, then everything bundled. Free of imports, but that what
 * stands on the SDK takes its types from beside, and React's from React.
 */
export async function writePublicTypes(
  entryFolder: 'sdk' | 'sdk/react' | 'sdk/element' | 'sdk/testing' | 'server' | 'merchant-testing',
  file: string,
): Promise<void> {
  const part = entryFolder === 'server' || entryFolder === 'merchant-testing' ? entryFolder : 'sdk';
  rmSync(copy, { recursive: true, force: true });
  for (const name of ['contract', part, 'tsconfig.json']) {
    cpSync(join('src', name), join(copy, name), { recursive: true });
  }
  const { config } = ts.readConfigFile(join(copy, 'tsconfig.json'), ts.sys.readFile);
  const compilerOptions = {
    ...config.compilerOptions,
    // A merchant's backend may be compiled without the DOM.
    lib: part === 'sdk' ? ['ES2023', 'DOM', 'DOM.Iterable'] : ['ES2023'],
    types: part === 'server' ? ['node'] : [],
    composite: false,
  };
  const entry = `./${copy}/${entryFolder}/index.ts`;
  const { options } = ts.convertCompilerOptionsFromJson(compilerOptions, copy);
  writeOutContract(ts.createProgram([entry], options));

  const bundle = await rolldown({
    input: entry,
    external: [/^[^./]/, /\/sdk\.js$/],
    checks: { pluginTimings: false },
    plugins: [
      ...(part === entryFolder ? [] : [importsSdkTypes(relative(dirname(file), 'dist/sdk'))]),
      dts({ tsconfig: false, compilerOptions, emitDtsOnly: true }),
    ],
  });
  const { output } = await bundle.generate({ format: 'es' });
  await bundle.close();
  const declarations = withMerchantComments(
    withoutSchemas(file, requireParsed(file, withOneName(output[0].code))),
  );
  writeFileSync(file, requireParsed(file, declarations));
}

/** From the SDK's own declarations, in a folder beside the file or its own. */
const importsSdkTypes = (folder: string): Plugin => ({
  name: 'imports-sdk-types',
  resolveId: (source) =>
    source === '../index.ts' ? { id: `${folder || '.'}/sdk.js`, external: true } : null,
});

/** What an entry uses and passes on too is imported under two names. */
function withOneName(code: string): string {
  const names = Array.from(code.matchAll(/\b(\w+), \1 as \1\$1\b/g), ([, name = '']) => name);
  return names.reduce(
    (text, name) => text.replace(`, ${name} as ${name}$1`, '').replaceAll(`${name}$1`, name),
    code,
  );
}

function writeOutContract(program: ts.Program) {
  const checker = program.getTypeChecker();
  const contract = program.getSourceFiles().filter(({ fileName }) => fileName.includes(`${copy}/contract/`));
  const written = contract.map((source) => ({
    fileName: source.fileName,
    text: withPlainTypes(source, checker),
  }));
  for (const { fileName, text } of written) writeFileSync(fileName, requireParsed(fileName, text));
}

/** Drops the schemas, which the written-out types no longer need, with what they are made of; any other import is a fault. */
function withoutSchemas(file: string, code: string): string {
  // A comment documents what follows only when it starts its line.
  const ownLines = code.replaceAll(/([;{]) *(?=\/\*\*)/g, '$1\n').replaceAll(/\*\/(?=\S)/g, '*/\n');
  const source = ts.createSourceFile(file, ownLines.replaceAll(/^\/\/.*$/gm, ''), ts.ScriptTarget.ES2023);
  const kept = reached(
    source.statements.filter((statement) => !isSchema(statement, source)),
    source,
  );
  const imported = kept
    .filter(ts.isImportDeclaration)
    .find(
      ({ moduleSpecifier }) =>
        !/^(['"])(\.\/sdk\.js|\.\.\/sdk\/sdk\.js|react)\1$/.test(moduleSpecifier.getText(source)),
    );
  if (imported) throw new Error(`${file}: found "${imported.getText(source)}", wanted no import`);
  const statements = ts.factory.createNodeArray(kept);
  return ts.createPrinter().printList(ts.ListFormat.MultiLine, statements, source);
}

function isSchema(statement: ts.Statement, source: ts.SourceFile): boolean {
  const text = statement.getText(source);
  if (ts.isImportDeclaration(statement)) return /(['"])zod\/mini\1/.test(text);
  return ts.isVariableStatement(statement) && /^declare const \w+: (?:z\.|(?:Object)?Schema<)/.test(text);
}

/** What the exports name, and what that names in turn: the schemas' own types go with the schemas. */
function reached(statements: readonly ts.Statement[], source: ts.SourceFile): readonly ts.Statement[] {
  const known = statements.map((statement) => ({
    statement,
    name: nameOf(statement, source),
    names: identifiersIn(statement),
  }));
  const wanted = new Set(known.flatMap(({ name, names }) => (name === undefined ? names : [])));
  for (const name of wanted) {
    for (const each of known) if (each.name === name) for (const other of each.names) wanted.add(other);
  }
  return known.filter(({ name }) => name === undefined || wanted.has(name)).map(({ statement }) => statement);
}

function identifiersIn(node: ts.Node): readonly string[] {
  if (ts.isIdentifier(node)) return [node.text];
  const names: string[] = [];
  ts.forEachChild(node, (child) => {
    names.push(...identifiersIn(child));
  });
  return names;
}

/** Of a declaration that is not exported on the spot. */
function nameOf(statement: ts.Statement, source: ts.SourceFile): string | undefined {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations[0]?.name.getText(source);
  const isNamed = ts.isTypeAliasDeclaration(statement) || ts.isFunctionDeclaration(statement);
  return isNamed ? statement.name?.getText(source) : undefined;
}
