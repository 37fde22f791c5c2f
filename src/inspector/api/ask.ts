import * as z from 'zod/mini';
import { ErrorBody } from '../../contract/error-body.ts';
import { noAnswerError, refusalError, unreadableError } from './admin-error.ts';

type RequestOptions = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly body?: object;
  /** A file, in place of a body. */
  readonly text?: string;
  /** Undefined and empty values are left out. */
  readonly query?: Readonly<Record<string, string | number | undefined>>;
};

/** A page polls again only once there is an answer. Commands may take longer. */
const READ_WITHIN_MS = 60_000;

/** Asks the admin API at a path below `/api`; rejects with an `AdminError`. */
export type Ask = <Answer extends z.ZodMiniType>(
  answer: Answer,
  path: string,
  options?: RequestOptions,
) => Promise<z.infer<Answer>>;

type Access = {
  token(): string | null;
  /** The service does not accept the token that was sent. Another may have been kept since. */
  onRefused(sent: string | null): void;
};

/** Sends the token in a header, never in an address. */
export function createAsk({ token, onRefused }: Access): Ask {
  return async (answer, path, options = {}) => {
    const { query = {} } = options;
    const parameters = Object.entries(query).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    );
    const search = parameters.length === 0 ? '' : `?${new URLSearchParams(parameters)}`;
    const sent = token();
    const response = await fetch(`/api${path}${search}`, requestOf(options, sent)).catch(throwUnanswered);
    const json: unknown = await response.json().catch(() => undefined);
    if (!response.ok) {
      const { data, error } = z.safeParse(ErrorBody, json);
      if (!data) throw unreadableError(path, error);
      if (data.error.code === 'inspector_forbidden') onRefused(sent);
      throw refusalError(data.error);
    }
    const result = z.safeParse(answer, json);
    if (result.success) return result.data;
    throw unreadableError(path, result.error);
  };
}

function requestOf({ method = 'GET', body, text }: RequestOptions, token: string | null): RequestInit {
  const headers: Record<string, string> = { 'Inspector-Token': token ?? '' };
  if (method === 'GET') return { headers, signal: AbortSignal.timeout(READ_WITHIN_MS) };
  if (text !== undefined)
    return { method, headers: { ...headers, 'Content-Type': 'text/plain' }, body: text };
  if (body === undefined) return { method, headers };
  headers['Content-Type'] = 'application/json';
  return { method, headers, body: JSON.stringify(body) };
}

function throwUnanswered(cause: unknown): never {
  throw noAnswerError(cause);
}
