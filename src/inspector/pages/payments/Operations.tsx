import type { AdminPayment, PaymentOperation } from '../../../contract/admin/payments.ts';
import { curlOf, SECRET_KEY_PLACE } from '../../format/curl.ts';
import { isoOf } from '../../format/moment.ts';
import { moneyText } from '../../format/money.ts';
import { useInspector } from '../../state/inspector.ts';
import { Badge, type Tone } from '../../ui/Badge.tsx';
import { Code, prettyJson } from '../../ui/Code.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Moment } from '../../ui/Moment.tsx';

const tones: Readonly<Record<PaymentOperation['status'], Tone>> = {
  PENDING: 'wait',
  SUCCESS: 'good',
  FAILURE: 'bad',
};

/** A payment's operations, each with the lookup's record. */
export function Operations({ payment: { operations } }: { readonly payment: AdminPayment }) {
  return (
    <ol class="operations">
      {operations.map((operation) => (
        <Operation key={operation.transaction_id} operation={operation} />
      ))}
    </ol>
  );
}

function Operation({ operation }: { readonly operation: PaymentOperation }) {
  const { service } = useInspector();
  const { method, amount, currency, status, transaction_id: id, decline_code, return_code } = operation;
  const reversal = operation.metadata.find(({ key }) => key === 'reversal');
  const lookup = curlOf({
    method: 'GET',
    url: `${service.base_url}/wallet/api/v1/transactions/${encodeURIComponent(id)}`,
    headers: { secretKey: SECRET_KEY_PLACE },
  });
  return (
    <li class="operation">
      <div class="attempt-head">
        <strong>{method}</strong>
        <span class="amount">{moneyText(amount, currency)}</span>
        <Badge tone={tones[status]}>{decline_code ?? status}</Badge>
        {reversal && <Badge tone="bad">{reversal.value}</Badge>}
        <span class="muted">
          <Moment iso={isoOf(operation.created_at)} />
        </span>
      </div>
      <p class="under">
        <code class="wrap">{id}</code>
        {return_code !== '' && ` · return code ${return_code}`}
        {operation.late_result !== null && ` · the bank said ${operation.late_result} too late`}
      </p>
      <details class="fold">
        <summary>Record</summary>
        <Code
          subject={id}
          label="As the lookup tells it, the card’s tokens masked"
          text={prettyJson(JSON.stringify(operation))}
        />
      </details>
      <CopyButton text={lookup}>Copy the lookup as curl</CopyButton>
    </li>
  );
}
