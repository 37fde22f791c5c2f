import type { FrameToPage } from '../../../contract/frame/frame-calls.ts';
import type { DialogEvent } from '../../../contract/frame/page-dialog.ts';
import { createOwnDialog } from './own-dialog.ts';

export type DialogCalls = Pick<FrameToPage, 'viewport' | 'drawDialog' | 'closeDialog'>;

/** For the page's code of dialogs, which it loads at its first call. */
const PATIENCE_MS = 3000;

type Surroundings = {
  readonly page: DialogCalls;
  press(pressed: DialogEvent): void;
};

/** The page's dialog, or one in the wallet itself where the page's code of dialogs was lost on the way. */
export function createPageOrOwnDialog({ page, press }: Surroundings): DialogCalls {
  // At once, so that it is there when the bank asks.
  const loading = page.viewport().catch(() => undefined);
  let choosing: Promise<DialogCalls> | undefined;

  async function choose(): Promise<DialogCalls> {
    const patience = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS));
    return (await Promise.race([loading, patience])) ? page : createOwnDialog(press);
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
