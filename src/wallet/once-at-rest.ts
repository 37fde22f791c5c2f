import { computed, effect } from '@preact/signals';
import type { Models } from './models/models.ts';

type RestModels = Pick<Models, 'wallet' | 'session' | 'saved' | 'manage'>;

/** Whether everything that the view shows first has been loaded, or has failed to load. */
function isAtRest({ wallet, session, saved, manage }: RestModels): boolean {
  if (wallet.status.value.name !== 'ready') return wallet.failedToLoad.value;
  const isHere = wallet.view.value === 'CHECKOUT' || manage.part.value !== null || manage.failedToLoad.value;
  const list = saved.status.value.name;
  return isHere && session.status.value.name !== 'awaited' && list !== 'awaited' && list !== 'loading';
}

/** Calls `act` once, when the wallet is first at rest. */
export function onceAtRest(models: RestModels, act: () => void): void {
  const atRest = computed(() => isAtRest(models));
  let isDone = false;
  effect(() => {
    if (isDone || !atRest.value) return;
    isDone = true;
    act();
  });
}
