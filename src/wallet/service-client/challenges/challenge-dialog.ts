import type { Theme } from '../../../contract/frame/frame-boot.ts';
import type { FrameToPage } from '../../../contract/frame/frame-calls.ts';
import type { Viewport } from '../../../contract/frame/page-dialog.ts';
import type { DialogContent, DialogContext, DialogStack } from '../dialogs/dialog-stack.ts';
import { type BoxChange, type BoxState, boxDialog } from './box-dialog.ts';
import { boxSizeFor } from './box-sizes.ts';

/** After this time a box that did not load can be loaded again. */
const BLANK_MS = 15_000;

type Dependencies = {
  readonly page: Pick<FrameToPage, 'viewport'>;
  readonly dialogs: DialogStack;
  /** Resolves when the service has answered; rejects if it could not be reached. */
  cancel(): Promise<unknown>;
};

type BoxChallenge = {
  readonly boxUrl: string;
  /** Whether the service was asked for the box before. */
  readonly wasOpened: boolean;
};

/** What may change while the box is shown. */
type BoxUpdate = { readonly wasOpened: boolean; readonly secondsLeft: number | undefined };

type BoxOptions = Dependencies & { readonly boxUrl: string; readonly viewport: Viewport };

/** Shows a challenge's box in the page's dialog, one at a time. Results come from the service, never from the box. */
export function createChallengeDialog(dependencies: Dependencies) {
  let current: { readonly boxUrl: string; news: BoxUpdate } | undefined;
  let box: ReturnType<typeof openBox> | undefined;

  async function open(challenge: NonNullable<typeof current>) {
    const viewport = await dependencies.page.viewport();
    // The challenge may have ended in the meantime.
    if (current !== challenge) return;
    box = openBox({ ...dependencies, boxUrl: challenge.boxUrl, viewport }, challenge.news);
  }

  return {
    /** Opens the box, or updates it. */
    show({ boxUrl, wasOpened }: BoxChallenge, secondsLeft: number | undefined) {
      const news = { wasOpened, secondsLeft };
      if (current) {
        current.news = news;
        box?.update(news);
        return;
      }
      current = { boxUrl, news };
      open(current).catch((error) => reportError(error));
    },
    close() {
      box?.close();
      box = current = undefined;
    },
  };
}

function openBox({ dialogs, cancel, boxUrl, viewport }: BoxOptions, first: BoxUpdate) {
  const size = boxSizeFor(viewport);
  let news = first;
  let state: BoxState = 'open';
  let isStopping = false;
  let loads = 0;
  let blankTimer: ReturnType<typeof setTimeout> | undefined;

  const render = (context: DialogContext, change: BoxChange = {}) =>
    boxDialog(context, { ...change, size, state, isStopping, secondsLeft: news.secondsLeft });
  const load = (context: DialogContext, focus = false) => {
    loads += 1;
    state = 'open';
    clearTimeout(blankTimer);
    blankTimer = setTimeout(changeState, BLANK_MS, 'blank');
    const { lang, look } = context;
    const src = boxAddress(boxUrl, { lang, theme: look.theme, loads, code: size.code });
    return render(context, { src, focus });
  };
  const changeState = (next: BoxState) => {
    state = next;
    dialogs.draw(content, (context) => render(context, { focus: true }));
  };
  const toggleCloseQuestion = () => {
    if (state === 'blank') dialogs.draw(content, (context) => load(context, true));
    else changeState(state === 'open' ? 'closing' : 'open');
  };
  const onBoxShown = () => {
    clearTimeout(blankTimer);
    if (state === 'blank') changeState('open');
  };
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    dialogs.draw(content);
    await cancel().catch(() => {});
    // If the box is still shown, "Stop" can be pressed again.
    isStopping = false;
    dialogs.draw(content);
  };
  const content: DialogContent = {
    begin: load,
    draw: render,
    press(pressed) {
      if (pressed === 'goOn' || pressed === 'Escape') toggleCloseQuestion();
      if (pressed === 'stop') stop().catch((error) => reportError(error));
      // `load` also fires for the browser's error page, so the first load counts only once the service reports the request.
      if (pressed === 'box' && news.wasOpened) onBoxShown();
    },
  };
  dialogs.open(content);
  return {
    update(next: BoxUpdate) {
      const isNew = next.wasOpened && !news.wasOpened;
      news = next;
      if (isNew) onBoxShown();
      dialogs.draw(content);
    },
    close() {
      clearTimeout(blankTimer);
      dialogs.close(content);
    },
  };
}

type BoxAddressParts = Pick<DialogContext, 'lang'> & {
  readonly theme: Theme;
  readonly loads: number;
  readonly code: string;
};

/** The box's address, with language and theme. `loads` makes each address different, because a new fragment alone reloads nothing. */
function boxAddress(boxUrl: string, { lang, theme, loads, code }: BoxAddressParts): string {
  const url = new URL(boxUrl);
  url.searchParams.set('locale', lang);
  if (loads > 1) url.searchParams.set('load', String(loads));
  url.hash = `theme=${theme}&size=${code}`;
  return url.href;
}
