import type * as z from 'zod/mini';
import { parseJsonObject, pointerSegment } from '../../base/json-parameter.ts';
import { ServiceError } from '../../base/service-error.ts';
import type { AppContext } from './app-env.ts';
import { decodeUtf8, readBody } from './form-body.ts';
import { parameterError, parameterMissing } from './parse-form.ts';

const jsonMediaType = /^application\/json\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?$/i;

/** Reads a JSON object and parses it with a schema. The first fault becomes the refusal. `limit`: as of `readBody`. */
export async function readJson<Schema extends z.ZodMiniType>(
  c: AppContext,
  schema: Schema,
  limit?: number,
): Promise<z.infer<Schema>> {
  if (!jsonMediaType.test(c.req.header('Content-Type') ?? '')) {
    throw new ServiceError(
      'media_type_unsupported',
      "Cannot read the body: expected Content-Type 'application/json' in UTF-8",
    );
  }
  const text = decodeUtf8(await readBody(c, limit));
  return parseJson(schema, parseJsonObject(text, 'body'));
}

/** Like `readJson`, for a value that has been read. A strict schema refuses unknown names. */
export function parseJson<Schema extends z.ZodMiniType>(schema: Schema, value: object): z.infer<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  if (issue?.code === 'unrecognized_keys') throw unknown(issue.keys[0] ?? '');
  const [name = 'body'] = issue?.path ?? [];
  if (issue?.path.length === 1 && !Object.hasOwn(value, name)) throw parameterMissing(String(name));
  throw parameterError(issue);
}

function unknown(name: string) {
  return new ServiceError('parameter_unknown', 'Cannot read the request: it has a parameter too many', {
    param: pointerSegment(name),
  });
}
