import { openToPage } from '../../contract/frame/channel.ts';
import type { FrameToPage } from '../../contract/frame/frame-calls.ts';
import type { UnparsedCalls } from './page-calls.ts';

/** The embedding page's functions, over the channel that opens to exactly its origin; calls wait until it stands. */
export function openChannel(calls: UnparsedCalls, parentOrigin: string): FrameToPage {
  const page = openToPage<FrameToPage>({ window: window.parent, origin: parentOrigin }, calls);
  return {
    renewSession: async (keepsToken) => (await page)('renewSession', keepsToken),
    resize: async (height, isAtRest) => (await page)('resize', height, isAtRest),
    dress: async (look) => (await page)('dress', look),
    emit: async (event) => (await page)('emit', event),
    viewport: async () => (await page)('viewport'),
    drawDialog: async (dialog) => (await page)('drawDialog', dialog),
    closeDialog: async () => (await page)('closeDialog'),
    choose: async (choice) => (await page)('choose', choice),
  };
}
