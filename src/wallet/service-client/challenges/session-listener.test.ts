import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReceivedEvent, SessionEvent } from '../../../contract/frame/session-events.ts';
import type { EventsQuery } from './challenge-api.ts';
import { createEventReader } from './event-reader.ts';
import { createSessionListener } from './session-listener.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const event = (seq: number): SessionEvent => ({
  seq,
  type: '3ds_opened',
  transaction_id: 't',
  expires_in_ms: 1,
});
const result = (seq: number, transaction_id = 't'): SessionEvent => ({
  seq,
  type: '3ds_result',
  transaction_id,
  status: 'SUCCESS',
  reason: 'authenticated',
});
const required = (seq: number, transaction_id = 't'): SessionEvent => ({
  seq,
  type: '3ds_required',
  transaction_id,
  box_url: 'b',
  amount: '10.00',
  currency: 'GBP',
  expires_in_ms: 1,
});

/** The service as far as the listener meets it: `told` is what it has for this session. */
function openService() {
  const told: ReceivedEvent[] = [];
  const asked: string[] = [];
  const lines = new Set<ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>>();
  const utf8 = new TextEncoder();
  const service = { told, asked, lines, streams: true, answers: true, lateMs: 0 };
  const late = () => new Promise((resolve) => setTimeout(resolve, service.lateMs));
  const newest = () => told.at(-1)?.seq ?? 0;
  const text = (each: ReceivedEvent) =>
    `event: ${each.type}\nid: ${each.seq}\ndata: ${JSON.stringify(each)}\n\n`;
  const api = {
    async readEvents({ after, wait, signal }: EventsQuery) {
      asked.push(`ask after ${after}${wait ? ` wait ${wait}` : ''}`);
      if (!service.answers) throw new Error('down');
      const fresh = () => told.filter(({ seq }) => seq > after);
      if (service.lateMs > 0) await late();
      for (let left = wait ?? 0; left > 0 && fresh().length === 0 && !signal.aborted; left -= 1)
        await new Promise((resolve) => setTimeout(resolve, 1000));
      return { status: 'OK' as const, seq: newest(), events: fresh() };
    },
    async streamEvents({ after, signal }: EventsQuery) {
      asked.push(`stream after ${after}`);
      if (!service.answers) throw new Error('down');
      const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
        async start(line) {
          signal.addEventListener('abort', () => lines.delete(line) && line.error(new Error('aborted')));
          lines.add(line);
          if (!service.streams) return;
          if (service.lateMs > 0) await late();
          line.enqueue(utf8.encode(`event: ready\ndata: {"seq":${newest()}}\n\n:\n\n`));
          for (const each of told.filter(({ seq }) => seq > after)) line.enqueue(utf8.encode(text(each)));
        },
      });
      return new Response(body);
    },
  };
  return {
    service,
    api,
    asked,
    tell(each: ReceivedEvent) {
      told.push(each);
      if (service.streams) for (const line of lines) line.enqueue(utf8.encode(text(each)));
    },
    cut() {
      for (const line of lines) line.error(new Error('cut'));
      lines.clear();
    },
  };
}

function openFeed() {
  const remote = openService();
  const taken: string[] = [];
  const page = { isVisible: true, isWaiting: false, isCrowded: false, deniesChannels: false };
  const take = ({ seq, type }: SessionEvent) => taken.push(`${seq} ${type}`);
  const listener = createSessionListener({
    reader: createEventReader({
      api: remote.api,
      take,
      inSlot: async (work) => {
        if (page.deniesChannels) throw new DOMException('denied', 'SecurityError');
        return page.isCrowded ? undefined : work();
      },
    }),
    isVisible: () => page.isVisible,
    isWaiting: () => page.isWaiting,
  });
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  return { ...remote, taken, page, listener, pass };
}

describe('createSessionListener', () => {
  it('asks nothing before it listens for a challenge', async () => {
    const { listener, pass, asked } = openFeed();
    listener.resume();
    await pass(60_000);
    expect(asked).toEqual([]);
  });

  it('resolves once the stream is ready, and gets each event from then on', async () => {
    const { listener, tell, taken, pass } = openFeed();
    tell(result(1));
    const armed = listener.listenForChallenge(1);
    await pass(0);
    await armed;
    tell(required(2));
    await pass(0);
    expect(taken).toEqual(['2 3ds_required']);
  });

  it('resolves after 1.5 s without a stream, and polls every 2 s until it is ready', async () => {
    const { listener, service, tell, taken, asked, pass } = openFeed();
    service.streams = false;
    let isArmed = false;
    const armed = listener.listenForChallenge(0).then(() => {
      isArmed = true;
    });
    await pass(1499);
    expect(isArmed).toBe(false);
    await pass(1);
    await armed;
    tell(required(1));
    await pass(2000);
    expect(asked).toEqual(['stream after 0', 'ask after 0', 'ask after 0']);
    expect(taken).toEqual(['1 3ds_required']);
  });

  it('gets each event once that comes while stream and poll are under way', async () => {
    const { listener, service, taken, pass } = openFeed();
    service.lateMs = 1600;
    await Promise.all([listener.listenForChallenge(0), pass(1550)]);
    service.told.push(required(1), result(2));
    await pass(4000);
    expect(taken).toEqual(['1 3ds_required', '2 3ds_result']);
  });

  it('polls every 2 s while other windows hold the streams, and streams once one is free', async () => {
    const { listener, page, tell, taken, asked, pass } = openFeed();
    page.isCrowded = true;
    await Promise.all([listener.listenForChallenge(0), pass(0)]);
    tell(required(1));
    await pass(2000);
    expect(taken).toEqual(['1 3ds_required']);
    await pass(20_000);
    expect(asked.length).toBeGreaterThan(10);
    expect(asked).not.toContainEqual(expect.stringContaining('stream'));
    page.isCrowded = false;
    await pass(2000);
    expect(asked.at(-1)).toBe('stream after 1');
  });

  it('pauses between reads, and gets each event, where the browser denies the channel between windows', async () => {
    const { listener, page, tell, taken, asked, pass } = openFeed();
    page.deniesChannels = true;
    await Promise.all([listener.listenForChallenge(0), pass(1500)]);
    await pass(10_000);
    expect(asked.length).toBeLessThanOrEqual(10);
    tell(required(1));
    await pass(2000);
    expect(taken).toEqual(['1 3ds_required']);
  });

  it('ends a pause at once when it listens for another challenge', async () => {
    const { listener, service, page, asked, pass } = openFeed();
    service.answers = false;
    await Promise.all([listener.listenForChallenge(0), pass(120_000)]);
    expect(page.isWaiting).toBe(false);
    const before = asked.length;
    await Promise.all([listener.listenForChallenge(0), pass(1500)]);
    expect(asked.length - before).toBeGreaterThanOrEqual(2);
  });

  it('skips events of a later service, in the stream and in an answer', async () => {
    const { listener, tell, taken, asked, pass, service } = openFeed();
    const later = (seq: number) => ({ seq, type: '4ds_begun', transaction_id: 't' });
    const armed = listener.listenForChallenge(0);
    await pass(0);
    await armed;
    tell(later(1));
    tell(required(2));
    await pass(0);
    expect([taken, asked]).toEqual([['2 3ds_required'], ['stream after 0']]);
    service.told.push(later(3), result(4));
    listener.stop();
    listener.resume();
    await pass(0);
    expect(taken).toEqual(['2 3ds_required', '4 3ds_result']);
  });

  it('skips an event of a later service that names no transaction, and keeps its stream', async () => {
    const { listener, tell, taken, asked, pass } = openFeed();
    await Promise.all([listener.listenForChallenge(0), pass(0)]);
    tell(JSON.parse('{"seq":1,"type":"new"}'));
    await pass(5000);
    tell(required(2));
    await pass(0);
    expect([taken, asked]).toEqual([['2 3ds_required'], ['stream after 0']]);
  });

  it('closes a stream that it cannot read before it opens another', async () => {
    const { listener, tell, asked, service, pass } = openFeed();
    await Promise.all([listener.listenForChallenge(0), pass(0)]);
    tell(JSON.parse('{"type":"without a position"}'));
    await pass(5000);
    expect(asked.length).toBeGreaterThan(1);
    expect(service.lines.size).toBe(1);
  });

  it('goes on after a cut at its position, and gets no event twice', async () => {
    const { listener, tell, cut, taken, asked, pass } = openFeed();
    await Promise.all([listener.listenForChallenge(0), pass(0)]);
    tell(event(1));
    await pass(0);
    cut();
    tell(event(2));
    await pass(1000);
    expect(asked.at(-1)).toBe('stream after 1');
    expect(taken).toEqual(['1 3ds_opened', '2 3ds_opened']);
  });

  it('polls long if the stream stays silent', async () => {
    const { listener, service, tell, taken, asked, pass } = openFeed();
    service.streams = false;
    await Promise.all([listener.listenForChallenge(0), pass(5000)]);
    await pass(1000);
    expect(asked.at(-1)).toBe('ask after 0 wait 25');
    tell(event(1));
    await pass(1000);
    expect(taken).toEqual(['1 3ds_opened']);
  });

  it('asks at least every 2 s while a challenge is open and nothing answers', async () => {
    const { listener, service, page, asked, pass } = openFeed();
    page.isWaiting = true;
    service.answers = false;
    await Promise.all([listener.listenForChallenge(0), pass(20_000)]);
    const before = asked.length;
    await pass(20_000);
    expect(asked.length - before).toBeGreaterThanOrEqual(20);
  });

  it('closes when stopped, and reads missed events when resumed', async () => {
    const { listener, service, page, tell, taken, asked, pass } = openFeed();
    await Promise.all([listener.listenForChallenge(0), pass(0)]);
    page.isVisible = false;
    listener.stop();
    await pass(60_000);
    expect(service.lines.size).toBe(0);
    tell(event(1));
    page.isVisible = true;
    listener.resume();
    await pass(0);
    expect(taken).toEqual(['1 3ds_opened']);
    expect(asked.slice(1)).toEqual(['ask after 0', 'stream after 1']);
  });

  it('listens no longer than half an hour', async () => {
    const { listener, cut, asked, pass } = openFeed();
    await Promise.all([listener.listenForChallenge(0), pass(30 * 60_000)]);
    const before = asked.length;
    cut();
    await pass(60_000);
    expect(asked.length).toBe(before);
  });

  it('skips ends in its first answer, which may have been shown before', async () => {
    const { listener, service, tell, taken, pass } = openFeed();
    service.streams = false;
    for (const each of [required(1), result(2), required(3, 'u')]) tell(each);
    await Promise.all([listener.listenForChallenge(), pass(2000)]);
    expect(taken).toEqual(['3 3ds_required']);
    tell(result(4, 'u'));
    await pass(3000);
    expect(taken).toEqual(['3 3ds_required', '4 3ds_result']);
  });

  it('forgets the position of an earlier session', async () => {
    const { listener, service, tell, taken, pass } = openFeed();
    await Promise.all([listener.listenForChallenge(0), pass(0)]);
    tell(event(7));
    await pass(0);
    service.told.length = 0;
    listener.reset();
    await pass(0);
    tell(event(1));
    await pass(0);
    expect(taken).toEqual(['7 3ds_opened', '1 3ds_opened']);
  });
});
