import { safeParse } from 'zod/mini';
import { WindowWord } from '../calls/window-word.ts';

/** A browser has six connections to the service over HTTP/1.1; streams may hold so many of them, the rest is for requests. */
const PLACES = 2;
/** Windows of one browser hear each other much sooner. */
const ANSWERED_MS = 100;

/**
 * Runs `work` in one of the places that the shop's windows share; undefined while others hold all. They ask each other over
 * a BroadcastChannel, which browsers also grant where they grant third parties no storage and no locks. It is open no longer
 * than needed: a page in the back/forward cache would be thrown out by a message.
 */
export async function inStreamPlace<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
  if (!('BroadcastChannel' in globalThis)) return work();
  const channel = new BroadcastChannel('event streams');
  try {
    return (await takePlace(channel)) ? await work() : undefined;
  } finally {
    channel.close();
  }
}

/** Whoever has a place or asks for one answers for it: of many that ask at once none may get one, and they ask again. */
async function takePlace(channel: BroadcastChannel): Promise<boolean> {
  const id = crypto.randomUUID();
  const others = new Set<string>();
  const say = (kind: WindowWord['kind']) => channel.postMessage({ kind, id } satisfies WindowWord);
  channel.onmessage = ({ data }) => {
    const message = safeParse(WindowWord, data);
    if (!message.success) return;
    if (message.data.kind === 'here') others.add(message.data.id);
    else say('here');
  };
  say('who');
  await new Promise((resolve) => setTimeout(resolve, ANSWERED_MS));
  const isMine = others.size < PLACES;
  if (!isMine) channel.onmessage = null;
  return isMine;
}
