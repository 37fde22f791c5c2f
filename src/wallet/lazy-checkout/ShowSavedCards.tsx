import type { Translate } from '../i18n/translate.ts';
import { Button } from '../ui/Button.tsx';
import { keepFocus } from '../ui/Choice.tsx';
import { leaveForView } from '../ui/move-focus-to-view.ts';

type Props = { readonly onShow: () => void; readonly t: Translate };

/** Shows saved cards that were loaded while the shopper filled the lone form, which a row for it would move. */
export function CardsOffer({ onShow, t }: Props) {
  const show = (press: { readonly currentTarget: HTMLElement }) => {
    leaveForView(press);
    onShow();
  };
  return (
    <div role="status">
      <Button onMouseDown={keepFocus} onClick={show}>
        {t('manage.label')}
      </Button>
    </div>
  );
}
