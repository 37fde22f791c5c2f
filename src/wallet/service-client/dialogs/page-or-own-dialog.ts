import type { FrameToPage } from '../../../contract/frame/frame-calls.ts';
import type { DialogEvent } from '../../../contract/frame/page-dialog.ts';
import { createOwnDialog } from './own-dialog.ts';

export type DialogCalls = Pick<FrameToPage, 'viewport' | 'drawDialog' | 'closeDialog'>;

/** How long to wait for the page's dialog code; after that the wallet draws its dialogs itself. */
const PATIENCE_MS = 3000;

type Surroundings = {
  readonly page: DialogCalls;
  press(pressed: DialogEvent): void;
};

/** The page's dialog, or one in the wallet itself where the page's code of dialogs was lost on the way. */
export function createPageOrOwnDialog({ page, press }: Surroundings): DialogCalls {
  // The page starts to load it now, long before a bank asks.
  const load = () => page.viewport().catch(() => undefined);
  const loading = load();
  let choosing: Promise<DialogCalls> | undefined;

  async function choose(): Promise<DialogCalls> {
    const patience = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS));
    // What was lost once may come now.
    const loaded = loading.then((viewport) => viewport ?? load());
    return (await Promise.race([loaded, patience])) ? page : createOwnDialog(press);
  }

  /** Decided once, so that calls keep their order. */
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
