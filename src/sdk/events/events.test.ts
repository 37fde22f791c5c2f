import { afterEach, expect, test, vi } from 'vitest';
import { createEvents } from './events.ts';

afterEach(() => vi.restoreAllMocks());

const ready = { name: 'ready', payload: {} } as const;
const error = { name: 'error', payload: { code: 'offline', message: 'no network' } } as const;

test('on calls its handler with the payload at each event of that name only', () => {
  const events = createEvents({ onWindow: true });
  const handler = vi.fn();
  events.on('error', handler);
  events.emit(ready);
  events.emit(error);
  events.emit(error);
  expect(handler.mock.calls).toEqual([[error.payload], [error.payload]]);
});

test('on returns how to stop, and off does the same', () => {
  const events = createEvents({ onWindow: true });
  const [first, second] = [vi.fn(), vi.fn()];
  const stop = events.on('ready', first);
  events.on('ready', second);
  stop();
  events.off('ready', second);
  events.emit(ready);
  expect(first).not.toHaveBeenCalled();
  expect(second).not.toHaveBeenCalled();
});

test('on with the same handler twice calls it once', () => {
  const events = createEvents({ onWindow: true });
  const handler = vi.fn();
  events.on('ready', handler);
  events.on('ready', handler);
  events.emit(ready);
  expect(handler).toHaveBeenCalledTimes(1);
});

test.each(['Ready', 'toString', ''])('on refuses the event "%s", which does not exist', (name) => {
  const events = createEvents({ onWindow: true });
  // @ts-expect-error a name that the types refuse as well
  expect(() => events.on(name, () => {})).toThrow(
    expect.objectContaining({ code: 'invalid_argument', param: 'event' }),
  );
});

test('on refuses a handler that is no function', () => {
  const events = createEvents({ onWindow: true });
  // @ts-expect-error a handler that the types refuse as well
  expect(() => events.on('ready', 'handler')).toThrow(expect.objectContaining({ param: 'handler' }));
});

test('emit goes on to the others when a handler throws, and reports what was thrown', () => {
  const thrown = new Error('handler');
  const reported = vi.spyOn(window, 'reportError').mockReturnValue();
  const events = createEvents({ onWindow: true });
  const [after, onWindow] = [vi.fn(), vi.fn()];
  events.on('ready', () => {
    throw thrown;
  });
  events.on('ready', after);
  window.addEventListener('sdk:ready', onWindow, { once: true });
  events.emit(ready);
  expect(after).toHaveBeenCalledTimes(1);
  expect(onWindow).toHaveBeenCalledTimes(1);
  expect(reported).toHaveBeenCalledWith(thrown);
});

test('emit dispatches a CustomEvent on window with the payload in detail', () => {
  const seen = vi.fn();
  window.addEventListener('sdk:error', (event) => seen(event instanceof CustomEvent && event.detail), {
    once: true,
  });
  createEvents({ onWindow: true }).emit(error);
  expect(seen).toHaveBeenCalledWith(error.payload);
});

test('emit calls a handler that another one adds or removes only from the next event on', () => {
  const events = createEvents({ onWindow: true });
  const late = vi.fn();
  const removed = vi.fn();
  events.on('ready', () => {
    events.on('ready', late);
    events.off('ready', removed);
  });
  events.on('ready', removed);
  events.emit(ready);
  expect([late, removed].map((handler) => handler.mock.calls.length)).toEqual([0, 1]);
  events.emit(ready);
  expect([late, removed].map((handler) => handler.mock.calls.length)).toEqual([1, 1]);
});

test('emit drops an event of a newer frame', () => {
  const seen = vi.fn();
  window.addEventListener('sdk:later', seen, { once: true });
  // @ts-expect-error a name this version does not know
  createEvents({ onWindow: true }).emit({ name: 'later', payload: {} });
  expect(seen).not.toHaveBeenCalled();
});
