import { readFileSync } from 'node:fs';
import ts from 'typescript';
import {
  bare,
  code,
  declaredIn,
  firstOf,
  formatted,
  keep,
  membersOf,
  parsedDeclarations,
  rows,
  table,
  told,
  withoutPrivateNames,
} from './reference.mjs';

/** @typedef {import('./reference.mjs').Declared} Declared */
/** @typedef {{ name: string, what: string, types: string, file?: string }} Entry `file`: where not the name's */

/** @type {readonly Entry[]} */
const ENTRIES = [
  { name: 'react', what: 'React components', types: 'dist/sdk/react.d.ts' },
  { name: 'element', what: 'the custom element `<wallet-checkout>`', types: 'dist/sdk/element.d.ts' },
  { name: 'server', what: 'the client of a Node backend', types: 'dist/server/server.d.ts' },
  {
    name: 'testing',
    what: "what a merchant's own tests do in Playwright",
    types: 'dist/testing/testing.d.ts',
  },
  {
    name: 'testing/react',
    what: 'doubles for tests of components; `testing/sdk` and `testing/element` have the same for other pages',
    types: 'dist/testing/doubles.d.ts',
    file: 'doubles',
  },
];
/** Where the sections of these are. */
const ELSEWHERE = new Map([
  ['Appearance', 'reference.md#appearance'],
  ['Locale', 'reference.md#locale'],
  ['ErrorBody', 'http://127.0.0.1:4000/docs/schemas#schema-ErrorBody'],
]);
const ERRORS = 'http://127.0.0.1:4000/docs/errors';
const EXPLAINED = new Map([
  ['BillingResult', `\`error\` is that of an [ErrorBody](${ELSEWHERE.get('ErrorBody')}).`],
  ['DeclineCode', `What each means: <${ERRORS}#decline-codes>.`],
  ['ErrorCode', `What to do at each: <${ERRORS}>.`],
]);
/** Called by the browser, or of no use to a page. */
const NOT_CALLED = /^(?:connected|disconnected|attributeChanged|connectedMove|observed)|^#/;

/** @param {Entry} entry @param {string} declarations */
export function entryReferenceOf({ name, what }, declarations) {
  const source = parsedDeclarations(declarations);
  const declared = declaredIn(source);
  // Classes are what is imported by hand; types come after them.
  const shown = Array.from(declared.shown.values())
    .filter(({ name }) => !ELSEWHERE.has(name?.text ?? ''))
    .sort((one, other) => Number(ts.isClassDeclaration(other)) - Number(ts.isClassDeclaration(one)));
  const exported = exportedNames(source);
  const functions = source.statements.filter(ts.isFunctionDeclaration);
  const constants = source.statements.filter(ts.isVariableStatement);
  const checker = checkerOf(source);
  const head = `# Reference of embeddable-wallet/${name}

\`embeddable-wallet/${name}\`: ${what}. \`npm run reference\` writes this file from the types of the build. Types that are not here
are in the [reference of the page's side](reference.md).
`;
  const sections = [
    ...functions.map((node) => functionSection(node, declared)),
    ...constants.map((node) => constantSection(node, exported)),
    ...shown.map((node) =>
      ts.isClassDeclaration(node) ? classSection(node) : typeSection(node, { declared, checker }),
    ),
  ];
  const text = [head, ...sections.filter((section) => section !== '')].join('\n');
  return withLinksElsewhere(withoutPrivateNames(text, declared));
}

/** @param {string} text */
const withLinksElsewhere = (text) =>
  Array.from(ELSEWHERE).reduce(
    (linked, [name, address]) => linked.replaceAll(`](#${name.toLowerCase()})`, `](${address})`),
    text,
  );

/** @param {ts.SourceFile} source */
function exportedNames({ statements }) {
  const clauses = statements.filter(ts.isExportDeclaration).map(({ exportClause }) => exportClause);
  return clauses.flatMap((one) =>
    one && ts.isNamedExports(one) ? one.elements.map(({ name }) => name.text) : [],
  );
}

/** What an object has that a function gives is a table of its own. @param {ts.FunctionDeclaration} node @param {Declared} declared */
function functionSection(node, declared) {
  const name = node.name?.text ?? '';
  const members = node.type && ts.isTypeLiteralNode(node.type) ? membersOf(node.type, declared) : [];
  const parameters = node.parameters.map(bare).join(', ');
  const call = `${name}(${parameters})${members.length > 0 || !node.type ? '' : `: ${bare(node.type)}`}`;
  const body = members.length > 0 ? ['It gives:\n', table(rows(members, { path: '', declared }))] : [];
  return [`## ${name}\n`, code(call), `${told(node)}\n`, ...body].join('\n');
}

/** @param {ts.VariableStatement} node @param {string[]} exported */
function constantSection(node, exported) {
  const [one] = node.declarationList.declarations;
  const name = one?.name.getText() ?? '';
  return exported.includes(name) ? `## ${name}\n\n${told(node)}\n` : '';
}

/** Names, as they are written, of what a page or a backend may read, set and call. @param {ts.ClassDeclaration} node */
function classSection(node) {
  const members = node.members.filter(
    (one) =>
      (ts.isPropertyDeclaration(one) || ts.isGetAccessor(one) || ts.isMethodDeclaration(one)) &&
      !NOT_CALLED.test(one.name.getText()),
  );
  const lines = members.map((one) => {
    const written = bare(one)
      .replace(/^get \w+\(\): /, '')
      .replace(/^readonly \w+: /, '')
      .replace(/;$/, '');
    return [`\`${one.name?.getText()}\``, `\`${written}\``, told(one)];
  });
  return [`## ${node.name?.text}\n`, `${told(node)}\n`, lines.length > 0 ? table(lines) : ''].join('\n');
}

/** @typedef {{ declared: Declared, checker: ts.TypeChecker }} Around */

/** @param {ts.TypeAliasDeclaration} node @param {Around} around */
function typeSection(node, { declared, checker }) {
  const name = node.name.text;
  const says = [told(node), EXPLAINED.get(name) ?? ''].filter(Boolean).join(' ');
  const members = isWhole(node.type, declared) ? membersOf(node.type, declared) : [];
  const texts = ts.isUnionTypeNode(node.type) ? [] : textsOf(node, checker);
  const written = texts.length > 0 ? spelledOut(texts) : code(`type ${name} = ${bare(node.type)}`);
  const body = members.length > 0 ? table(rows(members, { path: '', declared })) : written;
  return [`## ${name}\n`, `${says}\n`, body].join('\n');
}

/** @param {string[]} texts */
const spelledOut = (texts) => `${texts.map((text) => `\`"${text}"\``).join(', ')}.\n`;

/** What a type may be that is made of a table, in the table's order. @param {ts.TypeAliasDeclaration} node @param {ts.TypeChecker} checker */
function textsOf(node, checker) {
  const type = checker.getTypeAtLocation(node.name);
  const parts = type.isUnion() ? type.types : [];
  const texts = parts.filter((part) => part.isStringLiteral()).map(({ value }) => value);
  return texts.length === parts.length ? texts : [];
}

/** Of these declarations alone. @param {ts.SourceFile} source */
function checkerOf(source) {
  const host = ts.createCompilerHost({});
  const { getSourceFile } = host;
  host.getSourceFile = (name, options) => (name === source.fileName ? source : getSourceFile(name, options));
  const options = { lib: ['lib.es5.d.ts'], types: [], noResolve: true };
  return ts.createProgram([source.fileName], options, host).getTypeChecker();
}

/** Whether all its members are at hand. @param {ts.TypeNode} type @param {Declared} declared @returns {boolean} */
function isWhole(type, declared) {
  if (ts.isTypeLiteralNode(firstOf(type, declared))) return true;
  if (ts.isIntersectionTypeNode(type)) return type.types.every((part) => isWhole(part, declared));
  const other =
    ts.isTypeReferenceNode(type) && !type.typeArguments
      ? declared.aliases.get(type.typeName.getText())
      : undefined;
  return other !== undefined && isWhole(other, declared);
}

/** @param {(entry: Entry) => string} declarationsOf */
export function entryReferences(declarationsOf) {
  return new Map(
    ENTRIES.map((entry) => {
      const file = `docs/reference-${entry.file ?? entry.name}.md`;
      return [file, formatted(file, entryReferenceOf(entry, declarationsOf(entry)))];
    }),
  );
}

// `npm run reference` writes them; without `--write` they are looked at alone.
if (process.argv[1] === import.meta.filename)
  keep(entryReferences(({ types }) => readFileSync(types, 'utf8')));
