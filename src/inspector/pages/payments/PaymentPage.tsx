import type { AdminPayment } from '../../../contract/admin/payments.ts';
import { BrandMark } from '../../../wallet/ui/BrandMark.tsx';
import { markOf, usedText } from '../../format/method-words.ts';
import { moneyText } from '../../format/money.ts';
import { useInspector } from '../../state/inspector.ts';
import { addressOf } from '../../state/route.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { Facts } from '../../ui/Facts.tsx';
import { Moment } from '../../ui/Moment.tsx';
import { Page, Section } from '../../ui/Page.tsx';
import { Shown } from '../../ui/Shown.tsx';
import { CallbackRows } from '../callbacks/CallbackRows.tsx';
import { FollowUps } from './FollowUps.tsx';
import { Operations } from './Operations.tsx';
import { PaymentState } from './PaymentState.tsx';
import { Timeline } from './Timeline.tsx';

const POLL_MS = 2000;

/** One payment: where it stands, what can follow, and everything that happened. */
export function PaymentPage({ id }: { readonly id: string }) {
  const { api } = useInspector();
  const loaded = useLoaded({
    load: async () => (await api.payment(id)).payment,
    key: id,
    everyMs: POLL_MS,
  });
  const status = loaded.status.value;
  const title = status.name === 'ready' ? moneyText(status.value.amount, status.value.currency) : 'Payment';
  return (
    <Page title={title} lead={<code class="wrap">{id}</code>}>
      <Shown of={loaded}>
        {(payment) => (
          <div class="payment">
            <div class="payment-main">
              <Section title="Timeline">
                <Timeline payment={payment} />
              </Section>
              <Section title="Operations">
                <Operations payment={payment} />
              </Section>
              <Section title="Callbacks">
                <Callbacks payment={payment} />
              </Section>
            </div>
            <div class="payment-side">
              <Section title="Payment">
                <Summary payment={payment} />
              </Section>
              <Section title="Follow-ups">
                <FollowUps payment={payment} onDone={loaded.reload} />
              </Section>
            </div>
          </div>
        )}
      </Shown>
    </Page>
  );
}

function Summary({ payment }: { readonly payment: AdminPayment }) {
  const { figures, currency, authorisation_expires_at: expires } = payment;
  const money = (amount: string) => moneyText(amount, currency);
  const some = (name: string, amount: string) =>
    Number(amount) === 0 ? [] : ([[name, money(amount)]] as const);
  return (
    <Facts
      rows={[
        ['State', <PaymentState key="state" state={figures.payment_state} />],
        [
          'Paid with',
          <span key="used" class="used">
            <BrandMark name={markOf(payment)} />
            {usedText(payment)}
          </span>,
        ],
        ...some('Authorised', figures.authorised),
        ...some('Captured', figures.captured),
        ...some('Being captured', figures.capture_pending),
        ...some('Refunded', figures.refunded),
        ...some('Being refunded', figures.refund_pending),
        ...some('Left to capture', figures.remaining),
        ...(figures.three_ds
          ? ([
              ['3-D Secure', `${figures.three_ds.trans_status}, ECI ${figures.three_ds.eci || 'none'}`],
            ] as const)
          : []),
        ...(expires === null ? [] : ([['Authorised until', <Moment key="until" iso={expires} />]] as const)),
        ['Order', payment.order_id || 'none'],
        ['Merchant', `${payment.merchant_ref} (${payment.merchant_id}), ${payment.account_name}`],
        ['User', <UserLink key="user" payment={payment} />],
        ['Begun', <Moment key="begun" iso={payment.created_at} />],
      ]}
    />
  );
}

function UserLink({
  payment: { account_id: account, external_id: user, user_id },
}: {
  readonly payment: AdminPayment;
}) {
  if (user === null) return <>guest {user_id}</>;
  return <a href={addressOf('sessions', { query: { account, user } })}>{user}</a>;
}

function Callbacks({ payment: { callbacks } }: { readonly payment: AdminPayment }) {
  if (callbacks.length === 0) {
    return <p class="muted">None: it was billed without a callback_url, or nothing has ended yet.</p>;
  }
  return <CallbackRows callbacks={callbacks} isOfPayment />;
}
