import * as z from 'zod/mini';
import { must } from '../forms/form-values.ts';

/**
 * Events of a wallet session, in the order of `seq`. Each event is sent at least once, to the session that the challenge is
 * bound to at that moment. Rule: threeds/session.
 */

/** Why a challenge ended, as `threeDsEnded` says it. */
export const ThreeDsEndReason = z.enum(['authenticated', 'failed', 'cancelled', 'timeout', 'unavailable']);
export type ThreeDsEndReason = z.infer<typeof ThreeDsEndReason>;

const event = { seq: z.int(), transaction_id: z.string() };

/** The last part of a box's address. Whoever has it can answer this one challenge. */
const BoxCapability = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{43}$/, must("have 43 letters, digits, '-' and '_'")));

/**
 * `POST challenges/kept`: the open challenge of a guest whose box this tab has stored. After a reload of the page the guest is
 * another one, and has nothing else to prove it by.
 */
export const KeptBoxForm = z.object({ box: BoxCapability });
export type KeptBoxForm = z.infer<typeof KeptBoxForm>;

/** `POST challenges/<transaction_id>/resume`; with `box` also another guest's. */
export const ResumeForm = z.partial(KeptBoxForm);

/** A challenge the shopper must answer, as events and the list of open ones show it. */
export const OpenChallenge = z.object({
  transaction_id: z.string(),
  /** Address of the box; whoever holds it can answer this one challenge. */
  box_url: z.string(),
  /** Decimal text with the currency's decimals. */
  amount: z.string(),
  currency: z.string(),
  /** The merchant's name for what is paid. A service of an older release does not say it. */
  order_id: z.optional(z.string()),
  /** Milliseconds that remained when this was written to the wire. */
  expires_in_ms: z.int(),
});
export type OpenChallenge = z.infer<typeof OpenChallenge>;

export const SessionEvent = z.discriminatedUnion('type', [
  z.extend(OpenChallenge, { ...event, type: z.literal('3ds_required') }),
  /** The shopper has opened it. From now on it ends earlier. */
  z.object({ ...event, type: z.literal('3ds_opened'), expires_in_ms: z.int() }),
  z.object({
    ...event,
    type: z.literal('3ds_result'),
    status: z.enum(['SUCCESS', 'FAILURE']),
    reason: ThreeDsEndReason,
  }),
  /** "Continue" was pressed in another tab, which gets the end. */
  z.object({ ...event, type: z.literal('3ds_moved'), status: z.enum(['PENDING', 'SUCCESS', 'FAILURE']) }),
]);
export type SessionEvent = z.infer<typeof SessionEvent>;

/** As a wallet receives it. A frame that is older than the service skips unknown events. */
export const ReceivedEvent = z.union([
  SessionEvent,
  z.object({ ...event, type: z.string(), transaction_id: z.optional(z.string()) }),
]);
export type ReceivedEvent = z.infer<typeof ReceivedEvent>;

export const isKnownEvent = (received: ReceivedEvent): received is SessionEvent =>
  SessionEvent.safeParse(received).success;

/**
 * `GET events?after=<seq>`. With `Accept: text/event-stream`: a stream whose first event is `ready` (its data
 * `{"seq": <newest>}`), then one event per `SessionEvent` with `id` = seq and the object as JSON data, a comment every
 * 15 s. Otherwise one JSON answer, at once, or with `wait=<seconds, at most 25>` when there is something to say.
 * Without `after`: from the newest on.
 */
export const EventsAnswer = z.object({
  status: z.literal('OK'),
  /** The last event that this answer has read, of at most 100: the next `after`. There may be more. */
  seq: z.int(),
  events: z.array(SessionEvent),
});
export type EventsAnswer = z.infer<typeof EventsAnswer>;

/** `EventsAnswer` as a wallet receives it. */
export const ReceivedEvents = z.extend(EventsAnswer, { events: z.array(ReceivedEvent) });
export type ReceivedEvents = z.infer<typeof ReceivedEvents>;

/** `GET challenges`: the shopper's open challenges, of this session or an earlier one. */
export const ChallengesAnswer = z.object({ status: z.literal('OK'), challenges: z.array(OpenChallenge) });
export type ChallengesAnswer = z.infer<typeof ChallengesAnswer>;

/** How a challenge ended. */
export const ChallengeEnd = z.object({
  transaction_id: z.string(),
  status: z.enum(['SUCCESS', 'FAILURE']),
  /** `failed`: the bank said no. `unavailable`: it could not say. `timeout`: nobody answered in time. */
  reason: ThreeDsEndReason,
});
export type ChallengeEnd = z.infer<typeof ChallengeEnd>;

/**
 * A challenge that the shopper goes on with in another tab, whose page is told its end. `status`: as it stood when this page
 * was told.
 */
export type ChallengeMoved = {
  readonly transaction_id: string;
  readonly status: 'PENDING' | 'SUCCESS' | 'FAILURE';
  readonly reason: 'moved';
};

/** `POST challenges/<transaction id>/cancel`: the challenge's end, by this or by what came first. */
export const ChallengeEndAnswer = z.object({ status: z.literal('OK'), end: ChallengeEnd });
export type ChallengeEndAnswer = z.infer<typeof ChallengeEndAnswer>;

/** `POST challenges/<transaction id>/resume`: binds it to the asking session ("Continue" in another tab). */
export const ResumeAnswer = z.object({ status: z.literal('OK'), challenge: OpenChallenge });
export type ResumeAnswer = z.infer<typeof ResumeAnswer>;
