import type { AdminPayment } from '../../../contract/admin/payments.ts';
import { BrandMark } from '../../../wallet/ui/BrandMark.tsx';
import { markOf, usedText } from '../../format/method-words.ts';
import { moneyText } from '../../format/money.ts';
import { orderText } from '../../format/order-text.ts';
import { useInspector } from '../../state/inspector.ts';
import { addressOf } from '../../state/route.ts';
import { useResource } from '../../state/use-resource.ts';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { Moment } from '../../ui/Moment.tsx';
import { Page, Section } from '../../ui/Page.tsx';
import { ResourceView } from '../../ui/ResourceView.tsx';
import { CallbackRows } from '../callbacks/CallbackRows.tsx';
import { Disputes } from './Disputes.tsx';
import { FollowUps } from './FollowUps.tsx';
import { Operations } from './Operations.tsx';
import { PaymentRows } from './PaymentRows.tsx';
import { PaymentState } from './PaymentState.tsx';
import { Timeline } from './Timeline.tsx';
import { hadChallenge, threeDsWords } from './three-ds-words.ts';

const POLL_MS = 2000;

/** One payment: its state, possible follow-ups, and all events. */
export function PaymentPage({ id }: { readonly id: string }) {
  const { api } = useInspector();
  const resource = useResource({
    load: async () => (await api.payment(id)).payment,
    everyMs: POLL_MS,
  });
  const status = resource.status.value;
  const title = status.name === 'ready' ? moneyText(status.value.amount, status.value.currency) : 'Payment';
  return (
    <Page
      title={title}
      lead={
        <>
          {status.name === 'ready' && <PaymentName payment={status.value} />}
          <code class="wrap">{id}</code>
        </>
      }
    >
      <ResourceView resource={resource}>
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
              <OtherAttempts payment={payment} />
            </div>
            <div class="payment-side">
              <Section title="Payment">
                <Summary payment={payment} />
              </Section>
              <Section title="Follow-ups">
                <FollowUps payment={payment} onDone={resource.reload} />
              </Section>
              {payment.provider === null && (
                <Section title="Disputes">
                  <Disputes payment={payment} onDone={resource.reload} />
                </Section>
              )}
            </div>
          </div>
        )}
      </ResourceView>
    </Page>
  );
}

/** Order, method and state, to recognise the payment. */
function PaymentName({ payment }: { readonly payment: AdminPayment }) {
  const order = orderText(payment);
  return (
    <>
      {order && `Order ${order} · `}
      <code>{payment.method}</code> <PaymentState state={payment.state} />{' '}
    </>
  );
}

function Summary({ payment }: { readonly payment: AdminPayment }) {
  const { figures, currency, authorisation_expires_at: expires } = payment;
  const money = (amount: string) => moneyText(amount, currency);
  const amountRow = (name: string, amount: string) =>
    Number(amount) === 0 ? [] : ([[name, money(amount)]] as const);
  return (
    <DescriptionList
      rows={[
        ['State', <PaymentState key="state" state={figures.payment_state} />],
        [
          'Paid with',
          <span key="used" class="used">
            <BrandMark name={markOf(payment)} />
            {usedText(payment)}
          </span>,
        ],
        ...amountRow('Authorised', figures.authorised),
        ...amountRow('Captured', figures.captured),
        ...amountRow('Being captured', figures.capture_pending),
        ...amountRow('Refunded', figures.refunded),
        ...amountRow('Being refunded', figures.refund_pending),
        ...amountRow('Charged back', figures.charged_back ?? '0'),
        ...amountRow('Left to capture', figures.remaining),
        ...(figures.three_ds
          ? ([['3-D Secure', <ThreeDs key="3ds" payment={payment} result={figures.three_ds} />]] as const)
          : []),
        ...(expires === null ? [] : ([['Authorised until', <Moment key="until" iso={expires} />]] as const)),
        ['Order', <Order key="order" payment={payment} />],
        ['Merchant', `${payment.merchant_ref} (${payment.merchant_id}), ${payment.account_name}`],
        ['User', <UserLink key="user" payment={payment} />],
        ['Begun', <Moment key="begun" iso={payment.created_at} />],
      ]}
    />
  );
}

type ThreeDsProps = {
  readonly payment: AdminPayment;
  readonly result: NonNullable<AdminPayment['figures']['three_ds']>;
};

function ThreeDs({ payment, result: { trans_status, eci } }: ThreeDsProps) {
  const { service } = useInspector();
  const isChallenged = hadChallenge(payment);
  return (
    <>
      {threeDsWords(trans_status, isChallenged)} ({trans_status}, ECI {eci || 'none'})
      {!isChallenged && (
        <span class="under">
          The sandbox asks at 10 GBP:{' '}
          <a href={`${service.base_url}/docs/test-cards`} target="_blank" rel="noopener noreferrer">
            test cards and amounts
          </a>
        </span>
      )}
    </>
  );
}

function Order({ payment }: { readonly payment: AdminPayment }) {
  const text = orderText(payment);
  return (
    <>
      {text || 'none'}
      {text !== payment.order_id && (
        <span class="under">by metadata; the service’s own is {payment.order_id}</span>
      )}
    </>
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

function Callbacks({ payment }: { readonly payment: AdminPayment }) {
  const { service } = useInspector();
  const { callbacks, operations } = payment;
  if (callbacks.length > 0) return <CallbackRows callbacks={callbacks} isOfPayment />;
  const isOpen = operations.every(({ status }) => status === 'PENDING');
  return (
    <p class="muted">
      {isOpen ? 'None yet: nothing has ended.' : `None: ${whyNoCallback(payment)}.`}{' '}
      <a href={`${service.base_url}/docs/callbacks`} target="_blank" rel="noopener noreferrer">
        Where callbacks go
      </a>
    </p>
  );
}

function whyNoCallback({ timeline }: AdminPayment): string {
  const isOfPage = timeline.some(({ kind, actor }) => kind === 'operation-started' && actor === 'provider');
  return isOfPage
    ? 'the page named no callback_url and the merchant has no notification URL'
    : 'the backend billed without a callback_url';
}

function OtherAttempts({ payment }: { readonly payment: AdminPayment }) {
  const { other_attempts: others, order_id: order } = payment;
  if (others.length === 0) return null;
  return (
    <Section
      title="Other attempts at this order"
      actions={
        <a class="section-links" href={addressOf('requests', { query: { request: order } })}>
          Requests that name it
        </a>
      }
    >
      <PaymentRows label="Other attempts" payments={others} isOfOneOrder />
    </Section>
  );
}
