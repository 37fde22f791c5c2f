import type { LocaleTexts } from '../i18n/translate.ts';
import type { Models } from '../models/models.ts';

/** A page's script that comes later than this is slow enough to tell the shopper, ms from the start of the frame's document. */
const PAGE_MS = 8000;
/** Over the lower end of the form: without its page a frame cannot grow. */
const PLACE = 'position:fixed;inset:auto 4px 4px';

/**
 * Tells the shopper that the page's own script has not come, until it calls `init`. The page's HTML may have the frame, and then
 * nobody else can: a page whose script is blocked has no words of its own.
 */
export function tellPageMissing(
  { wallet, locale }: Pick<Models, 'wallet' | 'locale'>,
  loadTexts: (tag: string) => Promise<LocaleTexts>,
): void {
  const tell = async () => {
    const { texts } = await loadTexts(locale.tag.peek());
    const notice = document.createElement('div');
    notice.role = 'alert';
    notice.className = 'notice';
    notice.style.cssText = PLACE;
    notice.textContent = `${texts['page.missing']}`;
    wallet.status.subscribe(({ name }) => {
      if (name === 'ready') notice.remove();
      else document.body.append(notice);
    });
  };
  setTimeout(() => {
    if (wallet.status.peek().name === 'starting') tell().catch(reportError);
  }, PAGE_MS - performance.now());
}
