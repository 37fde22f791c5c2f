import type { FrameToPage } from '../../../contract/frame/frame-calls.ts';
import type { DialogEvent, PageDialog } from '../../../contract/frame/page-dialog.ts';
import type { Translate } from '../../i18n/translate.ts';
import type { Models } from '../../models/models.ts';
import { type DialogLook, dialogLook } from './dialog-look.ts';
import type { FocusKeeper } from './focus-keeper.ts';

/** The wallet's current language and look. */
export type DialogContext = Pick<PageDialog, 'lang' | 'dir'> & {
  readonly t: Translate;
  readonly look: DialogLook;
};

/** Content of the page's dialog. */
export type DialogContent = {
  /** Draws it for the first time, or after another dialog has covered it. */
  begin(context: DialogContext): PageDialog;
  /** Draws its current state. */
  draw(context: DialogContext): PageDialog;
  press(event: DialogEvent): void;
};

type Surroundings = Pick<Models, 'wallet' | 'locale'> & {
  readonly page: Pick<FrameToPage, 'drawDialog' | 'closeDialog'>;
  readonly focus: FocusKeeper;
};

export type DialogStack = ReturnType<typeof createDialogStack>;

/** The page has one dialog. The last content is shown; the one that it covered is shown again once it is closed. */
export function createDialogStack({ wallet, locale, page, focus }: Surroundings) {
  let open: readonly DialogContent[] = [];
  let lastDrawing = '';

  function show(draw: DialogContent['draw']): void {
    const { theme, variables } = wallet;
    const look = dialogLook({ theme: theme.peek(), variables: variables.peek() });
    const dialog = draw({ t: locale.t.peek(), lang: locale.tag.peek(), dir: locale.direction.peek(), look });
    // Screen readers would read unchanged text again.
    const text = JSON.stringify(dialog);
    if (text === lastDrawing) return;
    lastDrawing = text;
    page.drawDialog(dialog);
  }

  /** Takes the old content off the page and draws the new top one. */
  function change(next: readonly DialogContent[]): void {
    if (open.length > 0) page.closeDialog();
    else focus.keep();
    if (next.length === 0) focus.giveBack();
    open = next;
    lastDrawing = '';
    const top = open.at(-1);
    if (top) show(top.begin);
  }

  const redraw = () => {
    const top = open.at(-1);
    if (top) show(top.draw);
  };
  for (const signal of [wallet.theme, wallet.variables, locale.t]) signal.subscribe(redraw);

  return {
    open(content: DialogContent) {
      if (!open.includes(content)) change([...open, content]);
    },
    /** Draws it, unless another one covers it. */
    draw(content: DialogContent, draw = content.draw) {
      if (open.at(-1) === content) show(draw);
    },
    close(content: DialogContent) {
      const others = open.filter((each) => each !== content);
      if (open.at(-1) === content) change(others);
      open = others;
    },
    press: (event: DialogEvent) => open.at(-1)?.press(event),
  };
}
