/**
 * Schemas of what a merchant's page passes in. The frame validates it before any other use. They are our own, because a
 * schema library was larger than all of them.
 */

/** What is wrong with a value or a part of it. */
export type Issue = {
  /** Names of members and indexes in lists, the outermost first. */
  readonly path: readonly string[];
  /** For developers, shown after the path. */
  readonly message: string;
  /** Default `invalid_argument`. */
  readonly code?: 'currency_unsupported';
  /** Whether the name itself is unknown. */
  readonly isUnknownName?: true;
};

type Report = (issue: Issue) => void;

/** `Value`: what the schema reads. `Source`: what a page may pass in. */
export type Schema<Value = unknown, Source = Value> = {
  /** Returns the value to use. If it reported an issue, do not use it. */
  read(source: unknown, report: Report): Value;
  /** Never set: it carries the type `Source`. */
  readonly source?: () => Source;
};

export type Output<Of extends Schema> = Of extends { read(...parameters: never[]): infer Value }
  ? Value
  : never;
export type Input<Of extends Schema> = Of extends { readonly source?: () => infer Source } ? Source : never;

type ParseResult<Value> =
  | { readonly isValid: true; readonly value: Value }
  | { readonly isValid: false; readonly issues: readonly Issue[] };

export function parse<Value>(schema: Schema<Value, unknown>, source: unknown): ParseResult<Value> {
  const issues: Issue[] = [];
  const value = schema.read(source, (issue) => issues.push(issue));
  return issues.length === 0 ? { isValid: true, value } : { isValid: false, issues };
}

/** A message for developers, shown after the name of a wrong parameter. */
export const wantedMessage = (what: string) => `wanted ${what}`;

/** Returned for an invalid value; the issue was reported, so nobody uses it. */
const invalid = undefined as never;

/** Reports the issues of a part under its name. */
const under =
  (name: string, report: Report): Report =>
  (issue) =>
    report({ ...issue, path: [name, ...issue.path] });

type Explanation = Omit<Issue, 'path'>;

/** A value that passes `isValid`; otherwise the issue says what was wanted. */
export const custom = <Value>(
  isValid: (source: unknown) => source is Value,
  expected: string | ((source: unknown) => Explanation),
): Schema<Value> => ({
  read(source, report) {
    if (isValid(source)) return source;
    report({
      path: [],
      ...(typeof expected === 'string' ? { message: wantedMessage(expected) } : expected(source)),
    });
    return invalid;
  },
});

/** `Text`: what a page may write; a pattern may refuse more. */
export const text = <Text extends string = string>(what: string, pattern = /^/) =>
  custom((source): source is Text => typeof source === 'string' && pattern.test(source), what);

export const number = (what: string, isValid: (value: number) => boolean) =>
  custom((source): source is number => typeof source === 'number' && isValid(source), what);

export const flag = custom((source): source is boolean => typeof source === 'boolean', 'true or false');

export const oneOf = <const Names extends readonly string[]>(names: Names, what: string) =>
  custom(
    (source): source is Names[number] => names.some((name) => name === source),
    (source) => ({ message: found(source) + wantedMessage(what) }),
  );

/** Repeats only a word or a missing value. Anything else may be a secret, which no log may show. */
function found(source: unknown): string {
  const json = `${JSON.stringify(source)}`;
  return /^"?[a-z ]{1,20}"?$/i.test(json) ? `found ${json}, ` : '';
}

/** A member that may be missing, with an optional default. */
export function optional<Value, Source>(
  schema: Schema<Value, Source>,
  instead: Value,
): Schema<Value, Source | undefined>;
export function optional<Value, Source>(
  schema: Schema<Value, Source>,
): Schema<Value | undefined, Source | undefined>;
export function optional(schema: Schema, instead?: unknown): Schema {
  return { read: (source, report) => (source === undefined ? instead : schema.read(source, report)) };
}

export const list = <Value>(item: Schema<Value>, what: string): Schema<Value[]> => ({
  read(source, report) {
    if (Array.isArray(source))
      return source.map((each, index) => item.read(each, under(String(index), report)));
    report({ path: [], message: wantedMessage(what) });
    return invalid;
  },
});

type Members = Readonly<Record<string, Schema>>;
type MemberTypes<Of extends Members, Side extends 'Value' | 'Source'> = {
  [Name in keyof Of]: Side extends 'Value' ? Output<Of[Name]> : Input<Of[Name]>;
};
/** Makes members that may be undefined optional; each keeps its position and its comment. */
type Whole<All> = { [Name in keyof All]?: unknown } & {
  [Name in keyof All as undefined extends All[Name] ? never : Name]: All[Name];
} & {
  [Name in keyof All as undefined extends All[Name] ? Name : never]?: All[Name];
};
type Plain<All> = { [Name in keyof All]: All[Name] };

export type ObjectSchema<Of extends Members> = Schema<
  Plain<Whole<MemberTypes<Of, 'Value'>>>,
  Plain<Whole<MemberTypes<Of, 'Source'>>>
> & { readonly members: Of };

type OtherMembers = {
  /** Whether a member of another name is an issue. Default: it is ignored. */
  readonly refusesOthers?: boolean;
};

export const object = <Of extends Members>(
  what: string,
  members: Of,
  { refusesOthers = false }: OtherMembers = {},
): ObjectSchema<Of> => ({
  members,
  read(source, report) {
    if (typeof source !== 'object' || source === null) {
      report({ path: [], message: wantedMessage(what) });
      return invalid;
    }
    const known = Object.entries(members).map(([name, member]) => [
      name,
      member.read(Reflect.get(source, name), under(name, report)),
    ]);
    const others = Object.keys(source).filter((name) => refusesOthers && !Object.hasOwn(members, name));
    for (const name of others)
      report({ path: [name], message: wantedMessage('a name that is known'), isUnknownName: true });
    return Object.fromEntries(known.filter(([, value]) => value !== undefined)) as never;
  },
});

/** A value of `schema` for which `issueOf` returns null. */
export const refine = <Value, Source>(
  schema: Schema<Value, Source>,
  issueOf: (value: Value) => Issue | null,
): Schema<Value, Source> => ({
  read(source, report) {
    const result = parse(schema, source);
    const issues = result.isValid ? [issueOf(result.value)] : result.issues;
    for (const issue of issues) if (issue) report(issue);
    return result.isValid ? result.value : invalid;
  },
});
