import type { WalletEvent } from '../../../contract/frame/events.ts';
import type { DialogCalls, FrameToPage } from '../../../contract/frame/frame-calls.ts';
import type { DialogEvent } from '../../../contract/frame/page-dialog.ts';
import { createFrameDialog } from './frame-dialog.ts';

/** How long to wait for the page's dialog code once a dialog is wanted. */
const PATIENCE_MS = 3000;

/** Tells the page's developer that dialogs now open in the wallet, which must stay visible. */
const LOST: WalletEvent = {
  name: 'error',
  payload: {
    code: 'service_unreachable',
    message: 'wallet: the code of dialogs did not load, so the bank asks in the wallet: keep it visible',
    shown: true,
  },
};

type Surroundings = {
  readonly page: DialogCalls & Pick<FrameToPage, 'emit'>;
  press(event: DialogEvent): void;
};

/** The page's dialog, or one in the wallet's frame if the page's dialog code was lost on the way. */
export function chooseDialog({ page, press }: Surroundings): DialogCalls {
  // The page starts to load it now, long before a bank asks.
  const load = () => page.viewport().catch(() => undefined);
  const loading = load();
  let choosing: Promise<DialogCalls> | undefined;

  async function choose(): Promise<DialogCalls> {
    const patience = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS));
    // What was lost once may come now.
    const loaded = loading.then((viewport) => viewport ?? load());
    if (await Promise.race([loaded, patience])) return page;
    page.emit(LOST);
    return createFrameDialog(press);
  }

  /** Decided once, so that calls keep their order. */
  const chosen = () => {
    choosing ??= choose();
    return choosing;
  };
  return {
    viewport: async () => (await chosen()).viewport(),
    drawDialog: async (content) => (await chosen()).drawDialog(content),
    closeDialog: async () => (await chosen()).closeDialog(),
  };
}
