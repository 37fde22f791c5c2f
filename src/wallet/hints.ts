import type { FrameHints } from '../contract/frame-boot.ts';

/** The page's hints for the first paint; by hand, as the schemas come with a later chunk. */
export function readHints(fragment: string): FrameHints {
  const given = new URLSearchParams(fragment.slice(1));
  const theme = given.get('theme');
  return {
    view: given.get('view') === 'MANAGE' ? 'MANAGE' : 'CHECKOUT',
    theme: theme === 'light' || theme === 'dark' ? theme : 'auto',
  };
}
