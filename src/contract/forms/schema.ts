/**
 * Schemas of what a merchant's page passes in. The frame validates it before any other use. They are our own,
 * because a schema library was larger than all of them.
 */

/** What is wrong with a value or a part of it. */
export type Fault = {
  /** Where: names of members and places in lists, the outermost first. */
  readonly path: readonly string[];
  /** What a developer reads behind that. */
  readonly message: string;
  /** Default `invalid_argument`. */
  readonly code?: 'currency_unsupported';
  /** Whether what is wrong is that such a name is not known. */
  readonly isStrange?: true;
};

type Tell = (fault: Fault) => void;

export type Schema<Read = unknown, Written = Read> = {
  /** Returns the value to use. If it told a fault, do not use it. */
  read(given: unknown, tell: Tell): Read;
  /** Nothing: it carries the type of what may be given. */
  readonly given?: () => Written;
};

/** The type of what a schema reads. */
export type Output<Of extends Schema> = Of extends { read(...given: never[]): infer Read } ? Read : never;
/** The type of what may be given to it. */
export type Input<Of extends Schema> = Of extends { readonly given?: () => infer Written } ? Written : never;

type Parsed<Read> =
  | { readonly isRight: true; readonly value: Read }
  | { readonly isRight: false; readonly faults: readonly Fault[] };

export function parse<Read>(schema: Schema<Read, unknown>, given: unknown): Parsed<Read> {
  const faults: Fault[] = [];
  const value = schema.read(given, (fault) => faults.push(fault));
  return faults.length === 0 ? { isRight: true, value } : { isRight: false, faults };
}

/** What a developer reads behind the name of a parameter that is wrong. */
export const wanted = (what: string) => `wanted ${what}`;

/** Stands for what could not be read; that was told, so nobody uses it. */
const nothing = undefined as never;

/** The same for the parts of something, under its name. */
const under =
  (name: string, tell: Tell): Tell =>
  (fault) =>
    tell({ ...fault, path: [name, ...fault.path] });

type Said = Omit<Fault, 'path'>;

/** A value that is as it should be, or of which is told what was wanted. */
export const only = <Read>(
  isRight: (given: unknown) => given is Read,
  told: string | ((given: unknown) => Said),
): Schema<Read> => ({
  read(given, tell) {
    if (isRight(given)) return given;
    tell({ path: [], ...(typeof told === 'string' ? { message: wanted(told) } : told(given)) });
    return nothing;
  },
});

export const text = (what: string, pattern = /^/) =>
  only((given): given is string => typeof given === 'string' && pattern.test(given), what);

export const number = (what: string, isRight: (given: number) => boolean) =>
  only((given): given is number => typeof given === 'number' && isRight(given), what);

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
  return { read: (given, tell) => (given === undefined ? instead : schema.read(given, tell)) };
}

export const list = <Read>(item: Schema<Read>, what: string): Schema<Read[]> => ({
  read(given, tell) {
    if (Array.isArray(given)) return given.map((each, index) => item.read(each, under(String(index), tell)));
    tell({ path: [], message: wanted(what) });
    return nothing;
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

type Strangers = {
  /** Members of other names are told of; default: they are left alone. */
  readonly refusesOthers?: boolean;
};

export const object = <Of extends Members>(
  what: string,
  members: Of,
  { refusesOthers = false }: Strangers = {},
): ObjectSchema<Of> => ({
  members,
  read(given, tell) {
    if (typeof given !== 'object' || given === null) {
      tell({ path: [], message: wanted(what) });
      return nothing;
    }
    const known = Object.entries(members).map(([name, member]) => [
      name,
      member.read(Reflect.get(given, name), under(name, tell)),
    ]);
    const others = Object.keys(given).filter((name) => refusesOthers && !Object.hasOwn(members, name));
    for (const name of others)
      tell({ path: [name], message: wanted('a name that is known'), isStrange: true });
    return Object.fromEntries(known.filter(([, value]) => value !== undefined)) as never;
  },
});

/** A value that is right in itself and is wrong in another way, which `fault` tells. */
export const checked = <Read, Written>(
  schema: Schema<Read, Written>,
  faultOf: (value: Read) => Fault | null,
): Schema<Read, Written> => ({
  read(given, tell) {
    const parsed = parse(schema, given);
    const faults = parsed.isRight ? [faultOf(parsed.value)] : parsed.faults;
    for (const fault of faults) if (fault) tell(fault);
    return parsed.isRight ? parsed.value : nothing;
  },
});
