import type { InstantPayment } from '../../../contract/billing/instant-api.ts';
import type { FrameToPage } from '../../../contract/frame/frame-calls.ts';
import type { Models } from '../../models/models.ts';
import { openingMode } from '../../state/opening-mode.ts';
import type { WalletApi } from '../calls/api.ts';
import type { FingerprintAt } from '../calls/fingerprint.ts';
import type { DialogStack } from '../dialogs/dialog-stack.ts';
import { createProviderDialog } from './provider-dialog.ts';
import { createProviderPayments } from './provider-payments.ts';

type Dependencies = {
  readonly api: WalletApi;
  readonly merchantId: number;
  readonly fingerprintAt: FingerprintAt;
  readonly page: Pick<FrameToPage, 'emit'>;
  readonly dialogs: DialogStack;
  listenForChallenge(seq: number | undefined): Promise<void>;
};

/** Payments at providers, between the page's calls and the service. */
export function connectProviders(
  models: Models,
  { api, merchantId, fingerprintAt, page, dialogs, listenForChallenge }: Dependencies,
) {
  const { wallet, session, checkout } = models;
  const payments = createProviderPayments({
    wallet,
    session,
    checkout,
    api,
    merchantId,
    fingerprintAt,
    listenForChallenge,
    opens: () => openingMode(models),
    dialog: createProviderDialog({
      dialogs,
      name: () => (checkout.pressed.peek() ?? checkout.usable.peek())?.name ?? '',
      cancel: () => payments.cancel(),
    }),
    onEnded: (payment) => publishEnd(payment, { checkout, page }),
  });
  // The shopper came back by the browser's Back button, without an answer.
  addEventListener('pageshow', ({ persisted }) => persisted && payments.gone());
  return {
    leave: payments.leave,
    calls: {
      startProvider: payments.start,
      finishProvider: payments.finish,
    },
  };
}

type PublishEndInput = Pick<Models, 'checkout'> & Pick<Dependencies, 'page'>;

/** Tells the page, which tells the shopper how the payment ended, as it does for a card. */
function publishEnd({ status, transaction_id, method }: InstantPayment, { checkout, page }: PublishEndInput) {
  if (status === 'PENDING' || transaction_id === undefined) return;
  checkout.show(null);
  page.emit({ name: 'paymentCompleted', payload: { status, transaction_id, method } });
}
