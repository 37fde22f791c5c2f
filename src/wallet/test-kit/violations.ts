import axe from 'axe-core';

/** What lasts longer is no way from one state to the next: it says that something goes on, or runs out. */
const PASSING_MS = 1000;

const picture = () => new Promise(requestAnimationFrame);

/** What opens or fades is at its end: half way there, colours are nobody's choice. */
async function atRest(): Promise<void> {
  await picture();
  await picture();
  const running = document.getAnimations().filter(({ playState }) => playState === 'running');
  const passing = running.filter(({ effect }) => Number(effect?.getComputedTiming().endTime) <= PASSING_MS);
  if (passing.length === 0) return;
  for (const animation of passing) animation.finish();
  await atRest();
}

/** What axe finds wrong in the element, once all in it stands as it will stay. */
export async function violationsIn(element: Element): Promise<axe.Result[]> {
  await atRest();
  const { violations } = await axe.run(element, { resultTypes: ['violations'] });
  return violations;
}
