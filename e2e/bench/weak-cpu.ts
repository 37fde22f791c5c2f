import type { Page } from '@playwright/test';

/**
 * Slows the page's process and that of each frame of another site: a rate set on the page alone leaves those frames,
 * which are processes of their own, at full speed. Set as a frame's process appears, before its document runs.
 */
export async function slowDown(page: Page, rate: number): Promise<void> {
  if (rate === 1) return;
  const session = await page.context().newCDPSession(page);
  const message = JSON.stringify({ id: 1, method: 'Emulation.setCPUThrottlingRate', params: { rate } });
  session.on('Target.attachedToTarget', async ({ sessionId, targetInfo }) => {
    if (targetInfo.type === 'iframe')
      await session.send('Target.sendMessageToTarget', { sessionId, message });
  });
  await session.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: false,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}
