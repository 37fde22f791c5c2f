import { useSignal } from '@preact/signals';
import type { Translate } from '../i18n/translate.ts';
import type { Challenges, WaitingChallenge } from '../state/challenges.ts';
import { Button } from '../ui/Button.tsx';
import { moveFocusToView } from '../ui/move-focus-to-view.ts';
import { Notice } from '../ui/Notice.tsx';

type Props = { readonly challenges: Challenges; readonly t: Translate };

/** Offers to continue a payment that was left during its challenge, or to cancel it, which a second press confirms. */
export function WaitingPayment({ challenges, t }: Props) {
  const [challenge] = challenges.waiting.value;
  const asked = useSignal('');
  const isCancelling = useSignal(false);
  if (!challenge) return null;
  const isBusy = isCancelling.value || challenges.isResuming.value;
  const isAsking = asked.value === challenge.transactionId;
  const resume = (press: { readonly currentTarget: HTMLElement }) => {
    moveFocusToView(press);
    return challenges.resume();
  };
  const cancel = async (press: { readonly currentTarget: HTMLElement }) => {
    asked.value = challenge.transactionId;
    if (!isAsking) return;
    moveFocusToView(press);
    isCancelling.value = true;
    await challenge.cancel();
    isCancelling.value = false;
  };
  const actions = (
    <>
      <Button onClick={resume} disabled={isBusy}>
        {t('threeds.resume')}
      </Button>
      <Button onClick={cancel} disabled={isBusy}>
        {t('threeds.stop')}
      </Button>
    </>
  );
  return (
    <Notice tone="news" action={actions}>
      <span>
        {t(isAsking ? 'threeds.closing' : 'threeds.waiting')}
        <PaymentFacts {...challenge} />
      </span>
    </Notice>
  );
}

/** Amount and order. An id of the shop's may be in another direction, and may hold anything. */
function PaymentFacts({ amount, currency, orderId }: WaitingChallenge) {
  if (amount === undefined || currency === undefined) return null;
  const language = document.documentElement.lang;
  const price = new Intl.NumberFormat(language, { style: 'currency', currency }).format(Number(amount));
  return (
    <>
      <br />
      <strong>
        <bdi>{price}</bdi>
      </strong>
      {orderId !== undefined && (
        <>
          {' · '}
          <bdi>{orderId}</bdi>
        </>
      )}
    </>
  );
}
