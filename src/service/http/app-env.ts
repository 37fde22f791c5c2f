import type { Context } from 'hono';
import type { Actor } from '../audit/record-act.ts';
import type { ServiceContext } from '../context/context.ts';
import type { LimitStanding } from '../limits/limits.ts';
import type { Form } from './form-body.ts';
import type { Place } from './middleware/open-requests.ts';

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
