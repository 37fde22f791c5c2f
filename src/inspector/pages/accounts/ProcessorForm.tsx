import { useModel } from '@preact/signals';
import { type AdminProcessor, ProcessorConfiguration } from '../../../contract/admin/processors.ts';
import { Button } from '../../../wallet/ui/Button.tsx';
import { Field } from '../../../wallet/ui/Field.tsx';
import { Action } from '../../state/action.ts';
import { useInspector } from '../../state/inspector.ts';
import { ActionResult } from '../../ui/ActionResult.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { takeForm, textOf } from '../../ui/form-values.ts';
import { linesOf, TextArea } from '../../ui/TextArea.tsx';

function configurationOf(form: FormData): ProcessorConfiguration {
  const prefix = textOf(form, 'live_prefix');
  return ProcessorConfiguration.parse({
    kind: 'adyen',
    merchant_account: textOf(form, 'merchant_account'),
    api_key: textOf(form, 'api_key'),
    is_live: form.has('is_live'),
    hmac_keys: linesOf(textOf(form, 'hmac_keys')),
    several_captures: form.has('several_captures'),
    ...(prefix !== '' && { live_prefix: prefix }),
    ...loginOf(form, 'webhook_login'),
    ...loginOf(form, 'report_login'),
  });
}

function loginOf(form: FormData, name: 'webhook_login' | 'report_login') {
  const user = textOf(form, `${name}_user`);
  const password = textOf(form, `${name}_password`);
  return user === '' && password === '' ? {} : { [name]: { user, password } };
}

type Props = {
  readonly accountId: number;
  /** The one to replace. Default: a new one. */
  readonly processor?: AdminProcessor;
  readonly onSaved: () => void;
};

/** All of a processor's configuration. Credentials are typed each time, as nothing shows them again. */
export function ProcessorForm({ accountId, processor, onSaved }: Props) {
  const { api } = useInspector();
  const action = useModel(Action);
  const save = async (event: SubmitEvent) => {
    const form = takeForm(event);
    const element = event.currentTarget;
    if (!form) return;
    const name = processor?.name ?? textOf(form, 'name');
    const isSaved = await action.run(
      () => api.configureProcessor(accountId, name, configurationOf(form)),
      `${name} is configured. The next question goes out by it.`,
    );
    if (!isSaved) return;
    if (element instanceof HTMLFormElement) element.reset();
    onSaved();
  };
  return (
    <form class="form" onSubmit={save} autocomplete="off">
      <Identity processor={processor} />
      <Secret label="API key" name="api_key" required hint="Of one company in one region." />
      <TextArea
        label="HMAC keys of the webhook"
        name="hmac_keys"
        rows={2}
        value=""
        hint="In hexadecimal, one a line: the one in force first, three at most."
      />
      <Logins />
      <div class="ticks">
        <Checkbox
          name="several_captures"
          label="The vendor captures an authorisation in parts"
          checked={processor?.several_captures ?? false}
        />
        <Checkbox name="is_live" label="Live: real money moves" checked={processor?.is_live ?? false} />
      </div>
      <Field
        label="Live prefix"
        name="live_prefix"
        autocomplete="off"
        hint="The company’s part of the live addresses. Only with “Live”."
        error={null}
      />
      <Button type="submit" class="button button-primary">
        {processor ? 'Replace' : 'Add'}
      </Button>
      <ActionResult action={action} />
    </form>
  );
}

/** What never changes. */
function Identity({ processor }: { readonly processor: AdminProcessor | undefined }) {
  const readOnly = processor !== undefined;
  return (
    <div class="form-grid">
      {!processor && (
        <Field
          label="Name"
          name="name"
          required
          placeholder="adyen-eu"
          hint="Payments show it."
          error={null}
        />
      )}
      <Field
        label="Merchant account at Adyen"
        name="merchant_account"
        required
        readOnly={readOnly}
        defaultValue={processor?.merchant_account}
        hint={readOnly ? 'Never changes: another one has another name.' : 'Such as ShopCOM.'}
        error={null}
      />
    </div>
  );
}

const Logins = () => (
  <div class="form-grid">
    <Field
      label="Webhook user"
      name="webhook_login_user"
      autocomplete="off"
      hint="Empty: none"
      error={null}
    />
    <Secret label="Webhook password" name="webhook_login_password" />
    <Field label="Report user" name="report_login_user" autocomplete="off" hint="Empty: none" error={null} />
    <Secret label="Report password" name="report_login_password" />
  </div>
);

type SecretProps = {
  readonly label: string;
  readonly name: string;
  readonly required?: boolean;
  readonly hint?: string;
};

/** Shown as dots, and kept by no password manager. */
const Secret = (props: SecretProps) => (
  <Field {...props} class="field-input concealed" autocomplete="off" error={null} />
);
