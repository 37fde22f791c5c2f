import type * as z from 'zod/mini';
import type { ErrorCode } from '../../../contract/errors/errors.ts';
import type { JsonSchema } from './document-types.ts';
import type { RefreshTokenErrorBody } from './error-schemas.ts';

/** How a caller shows who it is. */
type Auth = 'secretKey' | 'userToken' | 'walletToken' | 'none';

export type Form = {
  readonly schema: z.ZodMiniObject;
  /** What each parameter means. */
  readonly texts: Readonly<Record<string, string>>;
  readonly example: Readonly<Record<string, string>>;
  /** Rules that the schema leaves to the service: which parameters go together, and forms that it only bounds. */
  readonly rules?: readonly JsonSchema[];
  readonly patterns?: Readonly<Record<string, string>>;
};

export type Answer = {
  readonly schema: z.ZodMiniType;
  readonly text: string;
  readonly examples: Readonly<Record<string, unknown>>;
};

/** One endpoint, as the document and the reference show it; a test holds the table against the mounted routes. */
export type Operation = {
  readonly id: string;
  readonly tag: 'Users' | 'Billing' | 'Wallet' | 'Service';
  readonly method: 'get' | 'post';
  /** Has `{name}` where the path has a parameter. */
  readonly path: string;
  readonly summary: string;
  readonly text: string;
  readonly auth: Auth;
  /** What each parameter in the path means. */
  readonly pathTexts?: Readonly<Record<string, { readonly text: string; readonly example: string }>>;
  /** Request headers beside authentication. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Query parameters, all of them optional. */
  readonly query?: Form;
  readonly form?: Form;
  readonly answer: Answer;
  /** The event stream that it also answers with: what the stream says, and how to read it. */
  readonly stream?: { readonly text: string; readonly example: string };
  /** The body of `card_declined`, in place of the plain error body. */
  readonly declined?: Answer;
  /** The body of its refusals. Default: the plain error body. */
  readonly errorBody?: typeof RefreshTokenErrorBody;
  /** Every code it may answer with, beside those of any request. */
  readonly errors: readonly ErrorCode[];
};

type Texts<Schema extends z.ZodMiniObject> = Readonly<Record<keyof Schema['shape'] & string, string>>;

/** Only parameters of the schema. */
type Example<Schema extends z.ZodMiniObject> = Readonly<Record<string, string>> &
  Partial<Record<keyof Schema['shape'] & string, string>>;

/** A form with a text for every parameter. */
export function formOf<Schema extends z.ZodMiniObject>(
  schema: Schema,
  form: Omit<Form, 'schema'> & { texts: Texts<Schema>; example: Example<Schema> },
): Form {
  return { schema, ...form };
}

/** An answer with examples that its schema accepts. */
export function answerOf<Schema extends z.ZodMiniType>(
  schema: Schema,
  { text, examples }: { text: string; examples: Readonly<Record<string, z.output<Schema>>> },
): Answer {
  return { schema, text, examples };
}
