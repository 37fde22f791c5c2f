/**
 * Schemas of what a merchant's page passes in. The frame validates it before any other use. They are our own,
 * because a schema library was larger than all of them.
 */

/** What is wrong with a value or a part of it. */
export type Issue = {
  /** Where: names of members and places in lists, the outermost first. */
  readonly path: readonly string[];
  /** What a developer reads behind that. */
  readonly message: string;
  /** Default `invalid_argument`. */
  readonly code?: 'currency_unsupported';
  /** Whether the name itself is what is wrong. */
  readonly isUnknownName?: true;
};

type Report = (issue: Issue) => void;

export type Schema<Read = unknown, Written = Read> = {
  /** Returns the value to use. If it reported an issue, do not use it. */
  read(given: unknown, report: Report): Read;
  /** Nothing: it carries the type of what may be given. */
  readonly given?: () => Written;
};

/** The type of what a schema reads. */
export type Output<Of extends Schema> = Of extends { read(...given: never[]): infer Read } ? Read : never;
/** The type of what may be given to it. */
export type Input<Of extends Schema> = Of extends { readonly given?: () => infer Written } ? Written : never;

type Parsed<Read> =
  | { readonly isValid: true; readonly value: Read }
  | { readonly isValid: false; readonly issues: readonly Issue[] };

export function parse<Read>(schema: Schema<Read, unknown>, given: unknown): Parsed<Read> {
  const issues: Issue[] = [];
  const value = schema.read(given, (issue) => issues.push(issue));
  return issues.length === 0 ? { isValid: true, value } : { isValid: false, issues };
}

/** What a developer reads behind the name of a parameter that is wrong. */
export const wanted = (what: string) => `wanted ${what}`;

/** Returned where the value is not valid; the issue was reported, so nobody uses it. */
const invalid = undefined as never;

/** Reports the issues of a part under its name. */
const under =
  (name: string, report: Report): Report =>
  (issue) =>
    report({ ...issue, path: [name, ...issue.path] });

type Explanation = Omit<Issue, 'path'>;

/** A value that passes `isValid`; else the issue says what was wanted. */
export const only = <Read>(
  isValid: (given: unknown) => given is Read,
  expected: string | ((given: unknown) => Explanation),
): Schema<Read> => ({
  read(given, report) {
    if (isValid(given)) return given;
    report({ path: [], ...(typeof expected === 'string' ? { message: wanted(expected) } : expected(given)) });
    return invalid;
  },
});

export const text = (what: string, pattern = /^/) =>
  only((given): given is string => typeof given === 'string' && pattern.test(given), what);

export const number = (what: string, isValid: (given: number) => boolean) =>
  only((given): given is number => typeof given === 'number' && isValid(given), what);

export const flag = only((given): given is boolean => typeof given === 'boolean', 'true or false');

export const oneOf = <const Names extends readonly string[]>(names: Names, what: string) =>
  only(
    (given): given is Names[number] => names.some((name) => name === given),
    (given) => ({ message: found(given) + wanted(what) }),
  );

/** Repeats only a word or a missing value. Anything else may be a secret, which no log may show. */
function found(given: unknown): string {
  const shown = `${JSON.stringify(given)}`;
  return /^"?[a-z ]{1,20}"?$/i.test(shown) ? `found ${shown}, ` : '';
}

/** Where nothing is given, `instead`. */
export function optional<Read, Written>(
  schema: Schema<Read, Written>,
  instead: Read,
): Schema<Read, Written | undefined>;
export function optional<Read, Written>(
  schema: Schema<Read, Written>,
): Schema<Read | undefined, Written | undefined>;
export function optional(schema: Schema, instead?: unknown): Schema {
  return { read: (given, report) => (given === undefined ? instead : schema.read(given, report)) };
}

export const list = <Read>(item: Schema<Read>, what: string): Schema<Read[]> => ({
  read(given, report) {
    if (Array.isArray(given))
      return given.map((each, index) => item.read(each, under(String(index), report)));
    report({ path: [], message: wanted(what) });
    return invalid;
  },
});

type Members = Readonly<Record<string, Schema>>;
type MemberTypes<Of extends Members, Side extends 'Read' | 'Written'> = {
  [Name in keyof Of]: Side extends 'Read' ? Output<Of[Name]> : Input<Of[Name]>;
};
/** What may be undefined may be left out; each member keeps its place and its comment. */
type Whole<All> = { [Name in keyof All]?: unknown } & {
  [Name in keyof All as undefined extends All[Name] ? never : Name]: All[Name];
} & {
  [Name in keyof All as undefined extends All[Name] ? Name : never]?: All[Name];
};
type Plain<All> = { [Name in keyof All]: All[Name] };

export type ObjectSchema<Of extends Members> = Schema<
  Plain<Whole<MemberTypes<Of, 'Read'>>>,
  Plain<Whole<MemberTypes<Of, 'Written'>>>
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
  read(given, report) {
    if (typeof given !== 'object' || given === null) {
      report({ path: [], message: wanted(what) });
      return invalid;
    }
    const known = Object.entries(members).map(([name, member]) => [
      name,
      member.read(Reflect.get(given, name), under(name, report)),
    ]);
    const others = Object.keys(given).filter((name) => refusesOthers && !Object.hasOwn(members, name));
    for (const name of others)
      report({ path: [name], message: wanted('a name that is known'), isUnknownName: true });
    return Object.fromEntries(known.filter(([, value]) => value !== undefined)) as never;
  },
});

/** A value of `schema` in which `issueOf` finds nothing wrong. */
export const checked = <Read, Written>(
  schema: Schema<Read, Written>,
  issueOf: (value: Read) => Issue | null,
): Schema<Read, Written> => ({
  read(given, report) {
    const parsed = parse(schema, given);
    const issues = parsed.isValid ? [issueOf(parsed.value)] : parsed.issues;
    for (const issue of issues) if (issue) report(issue);
    return parsed.isValid ? parsed.value : invalid;
  },
});
