import ts from 'typescript';

/** Text in place of `z.infer<typeof X>` and its like: the type itself, so that a declaration needs no library of schemas. */
export function withPlainTypes(source: ts.SourceFile, checker: ts.TypeChecker): string {
  const inferred = source.statements.filter(
    (statement): statement is ts.TypeAliasDeclaration =>
      ts.isTypeAliasDeclaration(statement) &&
      /^(?:z\.(?:infer|input|output)|Output|Input)</.test(statement.type.getText()),
  );
  return inferred.reduceRight((text, statement) => {
    const { name, type } = statement;
    const plain = print(checker.getTypeAtLocation(name), checker);
    const head = text.slice(statement.getStart(), type.getStart());
    const doc = docOf(checker.getSymbolAtLocation(name), checker);
    return text.slice(0, statement.getStart()) + doc + head + plain + text.slice(type.end);
  }, source.text);
}

/** A schema and its type share a name, so the schema's comment is found here too. */
function docOf(symbol: ts.Symbol | undefined, checker: ts.TypeChecker): string {
  const text = ts.displayPartsToString(symbol?.getDocumentationComment(checker));
  return text ? `/**\n${text.replaceAll(/^/gm, ' * ')}\n */\n` : '';
}

function print(type: ts.Type, checker: ts.TypeChecker): string {
  if (type.flags & ts.TypeFlags.Boolean) return 'boolean';
  if (type.isUnion()) return printUnion(type, checker);
  if (checker.isArrayType(type)) {
    const [item] = checker.getTypeArguments(type as ts.TypeReference);
    return item ? `(${print(item, checker)})[]` : 'unknown[]';
  }
  const isObject = type.flags & ts.TypeFlags.Object && type.getCallSignatures().length === 0;
  if (isObject && !checker.isTupleType(type)) return printObject(type, checker);
  return checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation);
}

function printUnion(type: ts.UnionType, checker: ts.TypeChecker): string {
  const members = type.types.map((member) => print(member, checker));
  const isBoolean = members.includes('true') && members.includes('false');
  const texts = members.map((text) => (isBoolean && /^(true|false)$/.test(text) ? 'boolean' : text));
  const distinct = [...new Set(texts)];
  const undefinedLast = distinct.filter((text) => text !== 'undefined');
  return distinct.length > undefinedLast.length
    ? [...undefinedLast, 'undefined'].join(' | ')
    : distinct.join(' | ');
}

/** As an object type may name it: what is no identifier (`3ds_confirmation_box_url`) in quotes. */
function keyOf({ name }: ts.Symbol): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

function printObject(type: ts.Type, checker: ts.TypeChecker): string {
  const properties = type.getProperties().map((property) => {
    const optional = property.flags & ts.SymbolFlags.Optional;
    const text = print(checker.getTypeOfSymbol(property), checker);
    return `${docOf(property, checker)}${keyOf(property)}${optional ? '?' : ''}: ${text};\n`;
  });
  const indexes = checker.getIndexInfosOfType(type).map((index) => {
    const key = checker.typeToString(index.keyType);
    return `[key: ${key}]: ${print(index.type, checker)};\n`;
  });
  return `{\n${[...properties, ...indexes].join('')}}`;
}
