import { openToPage } from '../../contract/frame/channel.ts';
import type { FrameToPage } from '../../contract/frame/frame-calls.ts';
import type { UnparsedCalls } from './page-calls.ts';

/** The embedding page's functions, over the channel that opens to exactly its origin; calls wait until it stands. */
export function openChannel(calls: UnparsedCalls, parentOrigin: string): FrameToPage {
  const page = openToPage<FrameToPage>({ contentWindow: window.parent, origin: parentOrigin }, calls);
  const call =
    <Name extends keyof FrameToPage>(name: Name) =>
    async (...given: Parameters<FrameToPage[Name]>): Promise<Awaited<ReturnType<FrameToPage[Name]>>> =>
      (await page)(name, ...given);
  return {
    renewSession: call('renewSession'),
    resize: call('resize'),
    dress: call('dress'),
    emit: call('emit'),
    viewport: call('viewport'),
    drawDialog: call('drawDialog'),
    closeDialog: call('closeDialog'),
    leave: call('leave'),
    choose: call('choose'),
  };
}
