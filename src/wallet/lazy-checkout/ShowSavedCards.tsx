import type { Translate } from '../i18n/translate.ts';
import { Button } from '../ui/Button.tsx';
import { keepFocus } from '../ui/Choice.tsx';
import { leaveForView } from '../ui/move-focus-to-view.ts';

type Props = { readonly onShow: () => void; readonly t: Translate };

/** Cards that came while the form, which stood alone, was being filled: a row for it would move it. */
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
