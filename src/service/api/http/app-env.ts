import type { Context } from 'hono';
import type { Actor } from '../../base/audit/record-act.ts';
import type { LimitStanding } from '../../base/limit-standing.ts';
import type { RequestAnnotations } from '../../base/runtime/recent-requests.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import type { Form } from './form-body.ts';

/**
 * Bounds within an account's share, per network and per refresh token: anyone can get any number of a shop's refresh
 * tokens.
 */
type ShareParts = { readonly network: string; readonly token: string };

/** `isSmall`: the caller has a quarter of a share, because its requests must not delay those that move money. */
export type Share = { readonly within?: ShareParts | undefined; readonly isSmall?: boolean };

/** A request that is worked on holds a slot of the service, and of its caller's share. */
type RequestSlot = {
  /** Counts the request as this caller's from now on. Resolves when the caller's share allows it. */
  belongTo(caller: string, share?: Share): Promise<void>;
  /** Gives the slot back: the request only waits from now on. */
  release(): void;
  /** Takes a slot again once `waiting` has come; then the request may be refused. */
  releaseDuring<Value>(waiting: Promise<Value>): Promise<Value>;
};

/** What a request carries from middleware to handlers. */
export type AppEnv = {
  Variables: {
    service: Runtime;
    /** UUID v4; the `Request-Id` header, `error.request_id` and a billing answer's `requestID`. */
    requestId: string;
    /** The slot that the request holds; absent where requests are not counted. */
    slot?: RequestSlot;
    /** Set once read. */
    form?: Form;
    /** Set once authenticated, for the log. */
    accountId?: number;
    /** Set once authenticated, for the audit log. */
    actor?: Pick<Actor, 'kind' | 'id'>;
    /** Set once authenticated: refuses the caller if its key or token was revoked since. */
    authenticateAgain?: () => Promise<unknown>;
    /** The limits that the request was counted against. */
    limits?: readonly LimitStanding[];
    /** What the list of recent requests shows of it. */
    note?: RequestAnnotations;
  };
};

export type AppContext = Context<AppEnv>;
