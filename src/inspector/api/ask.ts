import * as z from 'zod/mini';
import { ErrorBody } from '../../contract/error-body.ts';
import { refused, unanswered, unreadable } from './admin-error.ts';

type Asked = {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly body?: object;
  /** Undefined and empty values are left out. */
  readonly query?: Readonly<Record<string, string | number | undefined>>;
};

/** Asks the admin API at a path below `/api`; rejects with an `AdminError`. */
export type Ask = <Answer extends z.ZodMiniType>(
  answer: Answer,
  path: string,
  asked?: Asked,
) => Promise<z.infer<Answer>>;

type Access = {
  token(): string | null;
  /** The service does not accept the token. */
  onRefused(): void;
};

/** Sends the token in a header, never in an address. */
export function createAsk({ token, onRefused }: Access): Ask {
  return async (answer, path, asked = {}) => {
    const { query = {} } = asked;
    const given = Object.entries(query).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    );
    const search = given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
    const response = await fetch(`/api${path}${search}`, requestOf(asked, token())).catch(throwUnanswered);
    const json: unknown = await response.json().catch(() => undefined);
    if (!response.ok) {
      const { data, error } = z.safeParse(ErrorBody, json);
      if (!data) throw unreadable(path, error);
      if (data.error.code === 'inspector_forbidden') onRefused();
      throw refused(data.error);
    }
    const parsed = z.safeParse(answer, json);
    if (parsed.success) return parsed.data;
    throw unreadable(path, parsed.error);
  };
}

function requestOf({ method = 'GET', body }: Asked, token: string | null): RequestInit {
  const headers: Record<string, string> = { 'Inspector-Token': token ?? '' };
  if (body === undefined) return { method, headers };
  headers['Content-Type'] = 'application/json';
  return { method, headers, body: JSON.stringify(body) };
}

function throwUnanswered(cause: unknown): never {
  throw unanswered(cause);
}
