import axe from 'axe-core';

/** Longer animations are no transitions: they show progress or a countdown. */
const PASSING_MS = 1000;

const picture = () => new Promise(requestAnimationFrame);

/** Finishes all transitions, because colours halfway through one have no meaning. */
async function atRest(): Promise<void> {
  await picture();
  await picture();
  const running = document.getAnimations().filter(({ playState }) => playState === 'running');
  const passing = running.filter(({ effect }) => Number(effect?.getComputedTiming().endTime) <= PASSING_MS);
  if (passing.length === 0) return;
  for (const animation of passing) animation.finish();
  await atRest();
}

/** What axe finds wrong in the element, after all transitions. */
export async function violationsIn(element: Element): Promise<axe.Result[]> {
  await atRest();
  const { violations } = await axe.run(element, { resultTypes: ['violations'] });
  return violations;
}
