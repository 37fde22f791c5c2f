import ts from 'typescript';

/** Text in place of `z.infer<typeof X>` and its like: the type itself, so that a declaration needs no library of schemas. */
export function withPlainTypes(source: ts.SourceFile, checker: ts.TypeChecker): string {
  const inferred = source.statements.filter(
    (statement): statement is ts.TypeAliasDeclaration =>
      ts.isTypeAliasDeclaration(statement) &&
      /^(?:z\.(?:infer|input|output)|Output|Input)</.test(statement.type.getText()),
  );
  const names = new Map(
    importedTypes(source, checker).map(({ name, type }) => [print(type, { checker }), name]),
  );
  return inferred.reduceRight((text, statement) => {
    const { name, type } = statement;
    const plain = print(checker.getTypeAtLocation(name), { checker, names });
    const head = text.slice(statement.getStart(), type.getStart());
    const isTold = ts.getJSDocCommentsAndTags(statement).length > 0;
    const doc = isTold ? '' : docOf(checker.getSymbolAtLocation(name), checker);
    return text.slice(0, statement.getStart()) + doc + head + plain + text.slice(type.end);
  }, source.text);
}

/** A schema and its type share a name, so the schema's comment is found here too. */
function docOf(symbol: ts.Symbol | undefined, checker: ts.TypeChecker): string {
  const text = ts.displayPartsToString(symbol?.getDocumentationComment(checker));
  return text ? `/**\n${text.replaceAll(/^/gm, ' * ')}\n */\n` : '';
}

/** From so many members a union of texts is shown by its name. */
const LONG_UNION = 20;

/** Object types and long unions that other files of the contract name: a type that holds one shows its name. */
function importedTypes({ statements }: ts.SourceFile, checker: ts.TypeChecker) {
  return statements
    .filter(ts.isImportDeclaration)
    .map(({ importClause }) => importClause?.namedBindings)
    .filter((bindings) => bindings !== undefined && ts.isNamedImports(bindings))
    .flatMap(({ elements }) => elements)
    .flatMap(({ name }) => {
      const symbol = checker.getSymbolAtLocation(name);
      if (!symbol || !(symbol.flags & ts.SymbolFlags.Alias)) return [];
      const imported = checker.getAliasedSymbol(symbol);
      if (!(imported.flags & ts.SymbolFlags.TypeAlias)) return [];
      const type = checker.getDeclaredTypeOfSymbol(imported);
      const isNamed = type.isUnion() ? type.types.length > LONG_UNION : type.getProperties().length > 1;
      return isNamed ? [{ name: name.text, type }] : [];
    });
}

type Printing = {
  readonly checker: ts.TypeChecker;
  /** Of types, by what they are written out as. */
  readonly names?: ReadonlyMap<string, string>;
};

function print(type: ts.Type, printing: Printing): string {
  const { checker } = printing;
  if (type.flags & ts.TypeFlags.Boolean) return 'boolean';
  if (type.isUnion()) return printUnion(type, printing);
  if (checker.isArrayType(type)) {
    const [item] = checker.getTypeArguments(type as ts.TypeReference);
    return item ? `(${print(item, printing)})[]` : 'unknown[]';
  }
  const isObject = type.flags & ts.TypeFlags.Object && type.getCallSignatures().length === 0;
  if (isObject && !checker.isTupleType(type)) {
    const text = printObject(type, printing);
    return printing.names?.get(text) ?? text;
  }
  return checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation);
}

function printUnion(type: ts.UnionType, printing: Printing): string {
  const members = type.types.map((member) => print(member, printing));
  const isBoolean = members.includes('true') && members.includes('false');
  const texts = members.map((text) => (isBoolean && /^(true|false)$/.test(text) ? 'boolean' : text));
  const distinct = [...new Set(texts)];
  const undefinedLast = distinct.filter((text) => text !== 'undefined');
  const whole = undefinedLast.join(' | ');
  const text = printing.names?.get(whole) ?? whole;
  return distinct.length > undefinedLast.length ? `${text} | undefined` : text;
}

/** As an object type may name it: what is no identifier (`3ds_confirmation_box_url`) in quotes. */
function keyOf({ name }: ts.Symbol): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

function printObject(type: ts.Type, printing: Printing): string {
  const { checker } = printing;
  const properties = type.getProperties().map((property) => {
    const optional = property.flags & ts.SymbolFlags.Optional;
    const text = print(checker.getTypeOfSymbol(property), printing);
    return `${docOf(property, checker)}${keyOf(property)}${optional ? '?' : ''}: ${text};\n`;
  });
  const indexes = checker.getIndexInfosOfType(type).map((index) => {
    const key = checker.typeToString(index.keyType);
    return `[key: ${key}]: ${print(index.type, printing)};\n`;
  });
  return `{\n${[...properties, ...indexes].join('')}}`;
}
