import type { AppContext } from '../../api/http/app-env.ts';
import { ServiceError } from '../../base/service-error.ts';
import { type Encoding, preferredEncoding } from './content-encoding.ts';
import { type StaticFile, staticFiles } from './static-files.ts';

type Headers = Readonly<Record<string, string>>;

/** For files whose name changes with their content. */
export const IMMUTABLE = { 'Cache-Control': 'public, max-age=31536000, immutable' };
export const DAY = { 'Cache-Control': 'public, max-age=86400' };

/** Answers the file of a folder that the route's `:name` names. Raises `not_found`. */
export function answerFiles(folder: string, headers: Headers) {
  const files = staticFiles(folder);
  return async (c: AppContext) => {
    const encoding = preferredEncoding(c.req.header('Accept-Encoding'));
    return answerFile(c, { file: await files.find(c.req.param('name') ?? '', encoding), encoding, headers });
  };
}

type FileAnswer = {
  readonly file: StaticFile | undefined;
  readonly encoding: Encoding;
  readonly headers: Headers;
};

/** Answers a file in its encoding, or 304 to a client that has it. Raises `not_found`. */
export function answerFile(c: AppContext, { file, encoding, headers }: FileAnswer) {
  if (!file) throw new ServiceError('not_found', 'Cannot find this file');
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
  c.header('ETag', file.etag);
  c.header('Vary', 'Accept-Encoding');
  if (c.req.header('If-None-Match')?.includes(file.etag)) return c.body(null, 304);
  if (encoding !== 'identity') c.header('Content-Encoding', encoding);
  c.header('Content-Type', file.type);
  return c.body(file.content);
}
