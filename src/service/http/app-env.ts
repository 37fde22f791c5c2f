import type { Context } from 'hono';
import type { Actor } from '../audit/record-act.ts';
import type { ServiceContext } from '../context/context.ts';
import type { LimitStanding } from '../limits/limits.ts';
import type { Form } from './form-body.ts';

/** What bounds a request within its caller's share: anybody may get a shop's refresh tokens, from one place any number. */
export type ShareParts = { readonly network: string; readonly token: string };

/** What one request takes of the service's room. */
type Place = {
  /** From now on it counts as this caller's, and goes on when that one's share has room. */
  belongTo(caller: string, within?: ShareParts): Promise<void>;
  /** From now on it only waits. */
  standAside(): void;
  /** The same until what is waited for has come; then it may be refused. */
  standAsideFor<Value>(waiting: Promise<Value>): Promise<Value>;
};

/** What a request carries from middleware to handlers. */
export type AppEnv = {
  Variables: {
    service: ServiceContext;
    /** UUID v4; the `Request-Id` header, `error.request_id` and a billing answer's `requestID`. */
    requestId: string;
    /** Among the open requests; what is outside their count has none. */
    place?: Place;
    /** Once read. */
    form?: Form;
    /** Once authenticated, for the log. */
    accountId?: number;
    /** Once authenticated, for the audit log. */
    actor?: Pick<Actor, 'kind' | 'id'>;
    /** The limits that the request was counted against. */
    limits?: readonly LimitStanding[];
  };
};

export type AppContext = Context<AppEnv>;
