import type { FrameToPage } from '../../../contract/frame/frame-calls.ts';
import type { DialogEvent } from '../../../contract/frame/page-dialog.ts';
import { createOwnDialog } from './own-dialog.ts';

export type DialogCalls = Pick<FrameToPage, 'viewport' | 'drawDialog' | 'closeDialog'>;

/** The page's code of dialogs comes once the wallet stands; for one that is asked for before that, it is waited so long. */
const PATIENCE_MS = 3000;
const PAUSE_MS = 100;

type Surroundings = {
  readonly page: DialogCalls;
  press(pressed: DialogEvent): void;
};

/** The page's dialog, or one in the wallet itself where the page's code of dialogs was lost on the way. */
export function createPageOrOwnDialog({ page, press }: Surroundings): DialogCalls {
  let choosing: Promise<DialogCalls> | undefined;

  async function choose(): Promise<DialogCalls> {
    const end = performance.now() + PATIENCE_MS;
    while (performance.now() < end) {
      const isThere = await page.viewport().catch(() => undefined);
      if (isThere) return page;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    return createOwnDialog(press);
  }

  /** One answer for all calls, which so keep their order. */
  const chosen = () => {
    choosing ??= choose();
    return choosing;
  };
  return {
    viewport: async () => (await chosen()).viewport(),
    drawDialog: async (dialog) => (await chosen()).drawDialog(dialog),
    closeDialog: async () => (await chosen()).closeDialog(),
  };
}
