import { expect, it } from 'vitest';
import { inStreamSlot } from './stream-slot.ts';

/** A window that streams until it is let go; tells whether it could. */
function openWindow() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let began = false;
  const done = inStreamSlot(async () => {
    began = true;
    await ended;
    return 'streamed';
  });
  return { done, end: () => end(), began: () => began };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 400));

it('inStreamSlot lets two windows stream and a third once one of them has ended', async () => {
  const [first, second] = [openWindow(), openWindow()];
  await settle();
  expect([first.began(), second.began()]).toEqual([true, true]);
  const third = openWindow();
  expect(await third.done).toBeUndefined();
  first.end();
  expect(await first.done).toBe('streamed');
  const again = openWindow();
  await settle();
  expect(again.began()).toBe(true);
  second.end();
  again.end();
});

it('inStreamSlot lets no more than two of six stream that ask at the same moment', async () => {
  const windows = Array.from({ length: 6 }, openWindow);
  await settle();
  expect(windows.filter(({ began }) => began()).length).toBeLessThanOrEqual(2);
  for (const { end } of windows) end();
});

it('inStreamSlot lets both of two stream that ask at the same moment', async () => {
  const windows = [openWindow(), openWindow()];
  await settle();
  expect(windows.filter(({ began }) => began())).toHaveLength(2);
  for (const { end } of windows) end();
});
