import type { Translate } from '../i18n/translate.ts';
import type { Challenges } from '../state/challenges.ts';
import { Button } from '../ui/Button.tsx';
import { moveFocusToView } from '../ui/move-focus-to-view.ts';
import { Notice } from '../ui/Notice.tsx';

type Props = { readonly challenges: Challenges; readonly t: Translate };

/** Offers to continue a payment that was left during its challenge. */
export function WaitingPayment({ challenges, t }: Props) {
  if (challenges.waiting.value.length === 0) return null;
  const resume = (press: { readonly currentTarget: HTMLElement }) => {
    moveFocusToView(press);
    return challenges.resume();
  };
  const button = (
    <Button onClick={resume} disabled={challenges.isResuming.value}>
      {t('threeds.resume')}
    </Button>
  );
  return (
    <Notice tone="news" action={button}>
      {t('threeds.waiting')}
    </Notice>
  );
}
