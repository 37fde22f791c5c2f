import type { PageDialog, ProceedKey } from '../../../contract/frame/page-dialog.ts';
import type { DialogContent, DialogContext, DialogStack } from '../dialogs/dialog-stack.ts';

type Dependencies = {
  readonly dialogs: DialogStack;
  /** Of the provider whose window is open. */
  name(): string;
  cancel(): void;
};

/** The page handles this press itself: only then may it open a window. */
const PROCEED: ProceedKey = 'proceed';

/** The dialog on the dimmed page while a provider's window is open, or after it was closed. */
export function createProviderDialog({ dialogs, name, cancel }: Dependencies) {
  let provider = '';
  const draw = ({ t, lang, dir, look }: DialogContext): PageDialog => {
    const text = t('provider.window', { name: provider });
    return {
      css: `${look.dialog}width:360px;max-width:calc(100% - 32px);gap:12px;padding:24px;border-radius:${look.corner(1.5)};`,
      lang,
      dir,
      ariaLabel: text,
      parts: [
        {
          key: 'text',
          tag: 'p',
          css: `${look.text}margin-bottom:4px;text-align:center;text-wrap:balance;`,
          textContent: text,
        },
        {
          key: PROCEED,
          tag: 'button',
          css: `${look.mainButton}flex:none;`,
          textContent: t('provider.return', { name: provider }),
        },
        {
          key: 'stop',
          tag: 'button',
          css: `${look.button}flex:none;border-color:transparent;`,
          textContent: t('provider.cancel'),
        },
      ],
    };
  };
  const content: DialogContent = {
    begin: draw,
    draw,
    press(pressed) {
      if (pressed !== PROCEED) cancel();
    },
  };
  return {
    show() {
      provider = name();
      dialogs.open(content);
      dialogs.draw(content);
    },
    close: () => dialogs.close(content),
  };
}
