import type { FrameToPage } from '../../../contract/frame/frame-calls.ts';
import type { PageDialog, Pressed } from '../../../contract/frame/page-dialog.ts';
import type { Translate } from '../../i18n/translate.ts';
import type { Models } from '../../views/App.tsx';
import { type DialogLook, dialogLook } from './dialog-look.ts';
import type { FocusKeeper } from './focus-keeper.ts';

/** How the wallet speaks and looks just now. */
export type DialogContext = Pick<PageDialog, 'lang' | 'dir'> & {
  readonly t: Translate;
  readonly look: DialogLook;
};

/** What wants the page's dialog. */
export type DialogContent = {
  /** As it comes onto the page, where nothing of it stands. */
  begin(manner: DialogContext): PageDialog;
  /** As it is by now. */
  draw(manner: DialogContext): PageDialog;
  press(pressed: Pressed): void;
};

type Surroundings = Pick<Models, 'wallet' | 'locale'> & {
  readonly page: Pick<FrameToPage, 'drawDialog' | 'closeDialog'>;
  readonly focus: FocusKeeper;
};

export type DialogStack = ReturnType<typeof createDialogStack>;

/** The page has one dialog: what came last is on show, and what it covered comes back once it is closed. */
export function createDialogStack({ wallet, locale, page, focus }: Surroundings) {
  let open: readonly DialogContent[] = [];
  let drawn = '';

  function show(draw: DialogContent['draw']): void {
    const { theme, variables } = wallet;
    const look = dialogLook({ theme: theme.peek(), variables: variables.peek() });
    const dialog = draw({ t: locale.t.peek(), lang: locale.tag.peek(), dir: locale.direction.peek(), look });
    // What is drawn again in the same words would be read out again.
    const text = JSON.stringify(dialog);
    if (text === drawn) return;
    drawn = text;
    page.drawDialog(dialog);
  }

  /** What stood there is off the page; what is on top now comes onto it. */
  function change(next: readonly DialogContent[]): void {
    if (open.length > 0) page.closeDialog();
    else focus.keep();
    if (next.length === 0) focus.giveBack();
    open = next;
    drawn = '';
    const top = open.at(-1);
    if (top) show(top.begin);
  }

  const redraw = () => {
    const top = open.at(-1);
    if (top) show(top.draw);
  };
  for (const signal of [wallet.theme, wallet.variables, locale.t]) signal.subscribe(redraw);

  return {
    open(drawing: DialogContent) {
      if (!open.includes(drawing)) change([...open, drawing]);
    },
    /** Nothing is seen of what another covers. */
    draw(drawing: DialogContent, draw = drawing.draw) {
      if (open.at(-1) === drawing) show(draw);
    },
    close(drawing: DialogContent) {
      const others = open.filter((each) => each !== drawing);
      if (open.at(-1) === drawing) change(others);
      open = others;
    },
    press: (pressed: Pressed) => open.at(-1)?.press(pressed),
  };
}
