import * as z from 'zod/mini';

/** Messages between the shop's windows about their event streams. */
const WindowMessage = z.object({ kind: z.enum(['who', 'here']), id: z.string() });
type WindowMessage = z.infer<typeof WindowMessage>;

/**
 * A browser has six HTTP/1.1 connections to the service. This many may be streams; the rest are for requests.
 */
const SLOTS = 2;
/** Windows of one browser answer much sooner. */
const ANSWERED_MS = 100;

/**
 * Runs `work` in one of the slots that the shop's windows share; undefined while others hold all. Windows
 * coordinate over a BroadcastChannel, which works even where browsers deny third parties storage and locks.
 * It closes as soon as possible: a message would evict a page from the back/forward cache.
 */
export async function inStreamSlot<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
  if (!('BroadcastChannel' in globalThis)) return work();
  const channel = new BroadcastChannel('event streams');
  try {
    return (await takeSlot(channel)) ? await work() : undefined;
  } finally {
    channel.close();
  }
}

/** Windows that hold or request a slot answer. If many ask at once, perhaps none gets one; they ask again. */
async function takeSlot(channel: BroadcastChannel): Promise<boolean> {
  const id = crypto.randomUUID();
  const others = new Set<string>();
  const say = (kind: WindowMessage['kind']) => channel.postMessage({ kind, id } satisfies WindowMessage);
  channel.onmessage = ({ data }) => {
    const message = z.safeParse(WindowMessage, data);
    if (!message.success) return;
    if (message.data.kind === 'here') others.add(message.data.id);
    else say('here');
  };
  say('who');
  await new Promise((resolve) => setTimeout(resolve, ANSWERED_MS));
  const isMine = others.size < SLOTS;
  if (!isMine) channel.onmessage = null;
  return isMine;
}
