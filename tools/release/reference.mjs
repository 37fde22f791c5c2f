import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** @typedef {ts.TypeAliasDeclaration | ts.ClassDeclaration} Shown */
/** @typedef {{ shown: Map<string, Shown>, aliases: Map<string, ts.TypeNode>, named: Map<string, string> }} Declared */
/** @typedef {ts.PropertySignature | ts.MethodSignature | ts.PropertyDeclaration} Member */

const DECLARATIONS = 'dist/sdk/sdk.d.ts';
const REFERENCE = 'docs/reference.md';

const HEAD = `# Reference

What \`embeddable-wallet\` gives a page, and the script tag puts at \`window.sdk\`. \`npm run reference\` writes this file from the types
of the build. [integrate.md](integrate.md) tells how the parts go together. The other entries of the package:
[react](reference-react.md), [element](reference-element.md), [server](reference-server.md), [testing](reference-testing.md),
[doubles](reference-doubles.md).
`;

/** What a page calls, gives, gets and hears; every other exported name comes after these. */
const FIRST = [
  'Sdk',
  'ConnectOptions',
  'WalletSettings',
  'PaymentDetails',
  'PaymentMethod',
  'WalletEvents',
  'SdkError',
  'SdkErrorCode',
  'Appearance',
  'AppearanceVariables',
];
/** In the service's own reference, which says what to do at each code. */
const ELSEWHERE = new Map([['ErrorCode', "the service's own, at <http://127.0.0.1:4000/docs/errors>"]]);

/** @param {string} declarations @returns {string} */
export function referenceOf(declarations) {
  const declared = declaredIn(parsedDeclarations(declarations));
  const sections = Array.from(declared.shown, ([name, node]) => section(name, { node, declared }));
  return withoutPrivateNames([HEAD, ...sections].join('\n'), declared);
}

/** Types that only refuse a wrong literal, and what a reader takes them for. */
const LITERAL_CHECKS = /** @type {const} */ ([
  [/<(?:Amount|Key) extends string>(?=\()/g, ''],
  [/\bDecimalDetails<Amount>/g, 'PaymentDetails'],
  [/\bPageCredentials<Key>/g, 'ConnectOptions'],
  [/\bWellFormedProps<Amount>/g, 'WalletProps'],
  [/ & SecretKey<Key>/g, ''],
]);

/** @param {string} text */
export const parsedDeclarations = (text) =>
  ts.createSourceFile(
    'declarations.d.ts',
    LITERAL_CHECKS.reduce((left, [check, instead]) => left.replaceAll(check, instead), text),
    ts.ScriptTarget.ES2023,
    true,
  );

/** @param {ts.SourceFile} source @returns {Declared} */
export function declaredIn({ statements }) {
  const names = statements
    .filter(ts.isExportDeclaration)
    .flatMap(({ exportClause }) =>
      exportClause && ts.isNamedExports(exportClause) ? exportClause.elements : [],
    )
    .map(({ name }) => name.text);
  const types = statements.filter((one) => ts.isTypeAliasDeclaration(one) || ts.isClassDeclaration(one));
  const shown = new Map();
  for (const name of new Set([...FIRST, ...names])) {
    const node = types.find((one) => one.name?.text === name);
    if (node) shown.set(name, node);
  }
  const aliases = new Map(types.filter(ts.isTypeAliasDeclaration).map(({ name, type }) => [name.text, type]));
  const named = new Map(
    Array.from(aliases)
      .filter(([name]) => shown.has(name))
      .map(([name, type]) => [bare(type), name]),
  );
  return { shown, aliases, named };
}

/** Without comments and layout: two declarations of one type differ in those. @param {ts.Node} node */
export function bare(node) {
  const printer = ts.createPrinter({ removeComments: true });
  return printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile()).replaceAll(/\s+/g, ' ');
}

/** What its comment tells. @param {ts.Node} node */
export function told(node) {
  const comment = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc).at(-1)?.getText() ?? '';
  const lines = comment.slice('/**'.length, -'*/'.length).split('\n');
  return withoutSections(lines.map((line) => line.replace(/^ *\* ?/, '')).join('\n')).trim();
}

/** Readers have no specification to look into. @param {string} text */
function withoutSections(text) {
  const [before = '', ...named] = text.split('Spec: ');
  const after = named.map((part) => {
    const end = part.search(/\.(?:\s|$)/);
    return end < 0 ? '' : part.slice(end + 1).trim();
  });
  return [before.trim(), ...after].filter(Boolean).join(' ');
}

/** @param {string} name @param {{ node: Shown, declared: Declared }} where */
function section(name, { node, declared }) {
  const members = ts.isClassDeclaration(node)
    ? node.members.filter(ts.isPropertyDeclaration)
    : membersOf(node.type, declared);
  const body =
    name === 'Sdk' ? calls(members, { path: 'sdk', declared }) : [inside(node, { members, declared })];
  return [`## ${name}\n`, `${told(node)}\n`, ...body].join('\n');
}

/** @param {ts.TypeAliasDeclaration | ts.ClassDeclaration} node @param {{ members: Member[], declared: Declared }} where */
function inside(node, { members, declared }) {
  if (members.length > 0) return table(rows(members, { path: '', declared }));
  if (ts.isClassDeclaration(node)) return '';
  const parameters = node.typeParameters?.map(bare).join(', ');
  if (parameters) return code(`type ${node.name.text}<${parameters}> = ${bare(node.type)}`);
  return `${partsOf(node.type, declared).join(', ')}.\n`;
}

/** Of an object, or of several of which one is another's name. @param {ts.TypeNode} type @param {Declared} declared @returns {Member[]} */
export function membersOf(type, declared) {
  if (ts.isTypeLiteralNode(type))
    return type.members.filter((one) => ts.isPropertySignature(one) || ts.isMethodSignature(one));
  if (ts.isIntersectionTypeNode(type)) {
    const members = type.types.flatMap((part) => membersOf(firstOf(part, declared), declared));
    // A later part narrows what an earlier one has.
    return members.filter(({ name }, index) => {
      const later = members.slice(index + 1);
      return !later.some((other) => other.name?.getText() === name?.getText());
    });
  }
  const other = ts.isTypeReferenceNode(type) ? declared.aliases.get(type.typeName.getText()) : undefined;
  return other ? membersOf(other, declared) : [];
}

/** Of what one may choose between, as between `merchant_id` and `merchantRef`, the first tells of all. @param {ts.TypeNode} type @param {Declared} declared @returns {ts.TypeNode} */
export function firstOf(type, declared) {
  if (ts.isParenthesizedTypeNode(type)) return firstOf(type.type, declared);
  const other = ts.isTypeReferenceNode(type) ? declared.aliases.get(type.typeName.getText()) : undefined;
  const choice = other ?? type;
  const [first] = ts.isUnionTypeNode(choice) ? choice.types : [];
  return first && ts.isTypeLiteralNode(first) ? first : type;
}

/** A line for each of several types. @param {ts.TypeNode} type @param {Declared} declared @returns {string[]} */
function partsOf(type, declared) {
  if (ts.isUnionTypeNode(type)) return type.types.flatMap((part) => partsOf(part, declared));
  const name = ts.isTypeReferenceNode(type) ? type.typeName.getText() : '';
  const elsewhere = ELSEWHERE.get(name);
  if (elsewhere) return [elsewhere];
  const other = declared.shown.has(name) ? undefined : declared.aliases.get(name);
  return other ? partsOf(other, declared) : [`\`${bare(type)}\``];
}

/** @param {Member[]} members @param {{ path: string, declared: Declared }} where @returns {string[]} */
function calls(members, { path, declared }) {
  return members.flatMap((member) => {
    const name = `${path}.${member.name?.getText()}`;
    if (ts.isMethodSignature(member)) {
      const isFirst = members.find((one) => one.name?.getText() === member.name.getText()) === member;
      const call = code(`${path}.${bare(member)}`);
      return isFirst
        ? [`### ${name}\n`, call, ...(told(member) ? [`${told(member)}\n`] : [])]
        : ['Or:\n', call];
    }
    const inner = member.type ? membersOf(member.type, declared) : [];
    if (inner.length > 0) return calls(inner, { path: name, declared });
    return [`### ${name}\n`, `${member.type ? asCode(member.type, declared) : ''}: ${told(member)}\n`];
  });
}

/** @param {string} text */
export const code = (text) => `\`\`\`ts\n${text}\n\`\`\`\n`;

/** @param {Member[]} members @param {{ path: string, declared: Declared }} where @returns {string[][]} */
export function rows(members, { path, declared }) {
  return members.flatMap((member) => {
    const name = path + (member.name?.getText() ?? '');
    const type = 'type' in member ? member.type : undefined;
    const inner = type ? ownMembers(type, declared) : [];
    const isOptional = member.questionToken ? ', optional' : '';
    const written = ts.isMethodSignature(member)
      ? `\`${bare(member).replace(/;$/, '')}\``
      : type && asCode(type, declared);
    const row = [`\`${name}\``, (written ?? '') + isOptional, told(member)];
    return [row, ...rows(inner, { path: `${name}.`, declared })];
  });
}

/** Of an object that readers know no name of. @param {ts.TypeNode} type @param {Declared} declared @returns {Member[]} */
function ownMembers(type, declared) {
  const parts = defined(type).filter((part) =>
    ts.isTypeLiteralNode(part) ? !declared.named.has(bare(part)) : privateType(part, declared),
  );
  return parts.flatMap((part) => membersOf(part, declared));
}

/** What the name of a type that nobody can import stands for. @param {ts.TypeNode} type @param {Declared} declared */
function privateType(type, { shown, aliases }) {
  const name = ts.isTypeReferenceNode(type) && !type.typeArguments ? type.typeName.getText() : '';
  return shown.has(name) ? undefined : aliases.get(name);
}

/** A reader who meets a name must be able to import it. @param {string} text @param {Declared} declared */
export function withoutPrivateNames(text, { shown, aliases }) {
  const types = (text.match(/```.*?```|`[^`\n]*`/gs) ?? []).join('\n');
  const unknown = Array.from(aliases.keys()).filter(
    (name) => !shown.has(name) && new RegExp(`\\b${name}\\b`).test(types),
  );
  if (unknown.length > 0)
    throw new Error(`Writing a reference: found ${unknown.join(', ')}, wanted types that are exported`);
  return text;
}

/** Without `undefined`, which `optional` says. @param {ts.TypeNode} type @returns {readonly ts.TypeNode[]} */
function defined(type) {
  const parts = ts.isUnionTypeNode(type) ? type.types : [type];
  return parts.filter(({ kind }) => kind !== ts.SyntaxKind.UndefinedKeyword);
}

/** @param {ts.TypeNode} type @param {Declared} declared @returns {string} */
function asCode(type, declared) {
  return defined(type)
    .map((part) => {
      const name = declared.named.get(bare(part)) ?? bare(part);
      if (declared.shown.has(name)) return `[${name}](#${name.toLowerCase()})`;
      const hasRows = ownMembers(part, declared).length > 0;
      if (name === 'Record<string, never>') return '`{}`';
      const inner = hasRows ? undefined : privateType(part, declared);
      if (inner) return asCode(inner, declared);
      return `\`${hasRows ? 'object' : name.replaceAll('readonly ', '')}\``;
    })
    .join(' or ');
}

/** @param {string[][]} lines */
export function table(lines) {
  const all = [['name', 'type', ''], ['---', '---', '---'], ...lines];
  return all.map((cells) => `| ${cells.map(inCell).join(' | ')} |\n`).join('');
}

/** @param {string} text */
const inCell = (text) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .join(' ')
    .replaceAll('|', '\\|');

/** As the linter wants it. @param {string} declarations */
export const formattedReference = (declarations) => formatted(REFERENCE, referenceOf(declarations));

/** @param {string} file @param {string} input */
export function formatted(file, input) {
  const biome = join(import.meta.dirname, '../../node_modules/.bin/biome');
  const { status, stdout, stderr } = spawnSync(biome, ['format', `--stdin-file-path=${file}`], {
    cwd: join(import.meta.dirname, '../..'),
    input,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`Cannot write ${file}: the formatter said ${stderr}`);
  return stdout;
}

/** @param {ReadonlyMap<string, string>} wanted by file. Writes them, or says which are others. */
export function keep(wanted) {
  for (const [file, text] of wanted) {
    if (process.argv.includes('--write')) writeFileSync(file, text);
    else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
      console.error(`${file}: found other types than this build's, run npm run reference`);
      process.exitCode = 1;
    }
  }
}

// `npm run reference` writes it; without `--write` it is looked at alone.
if (process.argv[1] === import.meta.filename) {
  keep(new Map([[REFERENCE, formattedReference(readFileSync(DECLARATIONS, 'utf8'))]]));
}
