import { useModel } from '@preact/signals';
import type { AdminMerchant } from '../../../contract/admin/accounts.ts';
import {
  HolderName,
  type MerchantSettings,
  MerchantSettingsChange,
} from '../../../contract/billing/merchant-settings.ts';
import { SANDBOX_PROCESSOR } from '../../../contract/billing/processor-name.ts';
import { providers } from '../../../contract/billing/providers.ts';
import { cardBrands } from '../../../contract/cards/card-brands.ts';
import { IssuerCode } from '../../../contract/cards/method-codes.ts';
import { PROVIDERS } from '../../../contract/forms/names.ts';
import { Button } from '../../../wallet/ui/Button.tsx';
import { Field } from '../../../wallet/ui/Field.tsx';
import { Action } from '../../state/action.ts';
import { useInspector } from '../../state/inspector.ts';
import { ActionResult } from '../../ui/ActionResult.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Choices, chosenIn } from '../../ui/Choices.tsx';
import { takeForm, textOf } from '../../ui/form-values.ts';
import { Select } from '../../ui/Select.tsx';
import { linesOf, TextArea } from '../../ui/TextArea.tsx';

const numberOf = (form: FormData, name: string) => Number(textOf(form, name));

/** The form's fields as a change for the admin API, which names those that it refuses. */
function changeOf(form: FormData, before: MerchantSettings): MerchantSettingsChange {
  const chosenValues = (name: ListSetting) => chosenIn(form, name, before[name]);
  return MerchantSettingsChange.parse({
    shopName: textOf(form, 'shopName') || null,
    holderName: textOf(form, 'holderName'),
    processor: textOf(form, 'processor'),
    acceptedBrands: chosenValues('acceptedBrands'),
    preferredBrands: chosenValues('preferredBrands'),
    instantMethods: chosenValues('instantMethods'),
    alternativeMethods: chosenValues('alternativeMethods'),
    notificationUrls: linesOf(textOf(form, 'notificationUrls')),
    declineHttpStatus: numberOf(form, 'declineHttpStatus'),
    smallestAmount: numberOf(form, 'smallestAmount'),
    largestAmount: numberOf(form, 'largestAmount'),
    authorisationDays: numberOf(form, 'authorisationDays'),
    multiCapture: form.has('multiCapture'),
    moto: form.has('moto'),
    strictParams: form.has('strictParams'),
    pagesMayName: form.has('pagesMayName'),
    allowAnyPan: form.has('allowAnyPan'),
  });
}

type Props = {
  readonly merchant: AdminMerchant;
  /** Names of those that its account has configured. */
  readonly processors: readonly string[];
};

/** Edits the settings of one merchant. */
export function MerchantForm({ merchant, processors }: Props) {
  const { api, reloadAccounts } = useInspector();
  const action = useModel(Action);
  const { merchant_id: id, merchant_ref: ref, settings } = merchant;
  const save = (event: SubmitEvent) => {
    const form = takeForm(event);
    if (!form) return;
    action.run(async () => {
      await api.changeMerchant(id, changeOf(form, settings));
      reloadAccounts();
    }, 'Saved. A page that is open may show the old settings for a few seconds.');
  };
  return (
    <details class="fold">
      <summary>
        {ref}{' '}
        <span class="muted">
          merchant_id {id}
          {settings.processor !== SANDBOX_PROCESSOR && `, at ${settings.processor}`}
        </span>
      </summary>
      <form class="form" onSubmit={save} key={JSON.stringify([settings, processors])}>
        <TextArea
          label="Notification URLs"
          name="notificationUrls"
          rows={2}
          value={settings.notificationUrls.join('\n')}
          hint="Where the backend is told of payments that start on the page, one a line. None: any address on a registered origin."
        />
        <Settings settings={amountsOf(merchant)} />
        <Selects merchant={merchant} processors={processors} />
        <Choices
          legend="Accepted brands"
          name="acceptedBrands"
          options={brands}
          chosen={settings.acceptedBrands}
        />
        <Choices
          legend="Preferred brands"
          name="preferredBrands"
          options={brands}
          chosen={settings.preferredBrands}
          hint={orderHint(settings.preferredBrands)}
        />
        <Choices
          legend="Instant methods"
          name="instantMethods"
          options={methods}
          chosen={settings.instantMethods}
          hint={orderHint(settings.instantMethods)}
        />
        <Choices
          legend="Alternative methods"
          name="alternativeMethods"
          options={methods}
          chosen={settings.alternativeMethods}
          hint={orderHint(settings.alternativeMethods)}
        />
        <Switches settings={settings} />
        <Button type="submit" class="button button-primary">
          Save
        </Button>
        <ActionResult action={action} />
      </form>
    </details>
  );
}

function Selects({ merchant: { settings }, processors }: Props) {
  return (
    <div class="form-grid">
      <Select
        label="Processor"
        name="processor"
        value={settings.processor}
        options={[...new Set([SANDBOX_PROCESSOR, ...processors, settings.processor])].map(
          (name) => [name, name === SANDBOX_PROCESSOR ? 'Sandbox: moves no money' : name] as const,
        )}
      />
      <Select
        label="Name on card"
        name="holderName"
        value={settings.holderName}
        options={HolderName.options.map((each) => [each, each] as const)}
      />
      <Select
        label="HTTP status of a decline"
        name="declineHttpStatus"
        value={String(settings.declineHttpStatus)}
        options={[
          ['402', '402'],
          ['200', '200'],
        ]}
      />
    </div>
  );
}

function Switches({ settings }: Pick<AdminMerchant, 'settings'>) {
  return (
    <div class="ticks">
      <Checkbox
        name="multiCapture"
        label="Several captures of one authorisation"
        checked={settings.multiCapture}
      />
      <Checkbox name="moto" label="Orders by phone and mail" checked={settings.moto} />
      <Checkbox name="strictParams" label="Refuse unknown parameters" checked={settings.strictParams} />
      <Checkbox
        name="pagesMayName"
        label="Pages may name it with a token for no merchant"
        checked={settings.pagesMayName ?? false}
      />
      <Checkbox name="allowAnyPan" label="Card numbers that could be real" checked={settings.allowAnyPan} />
      <p class="field-hint">
        Off, only known test numbers are taken, so that nobody’s card is stored here. Leave it off unless you
        must try other numbers.
      </p>
    </div>
  );
}

type ListSetting = 'acceptedBrands' | 'preferredBrands' | 'instantMethods' | 'alternativeMethods';

const brands = IssuerCode.options.map((code) => [code, cardBrands[code].name] as const);
const methods = PROVIDERS.map((provider) => [provider, providers[provider].name] as const);

/** Says the order, which matters and which boxes do not show. */
const orderHint = (values: readonly string[]) =>
  values.length < 2
    ? 'In the order in which they are ticked and saved.'
    : `In this order: ${values.join(', ')}. One that is ticked anew comes last.`;

const amountsOf = ({ settings }: AdminMerchant): readonly Setting[] => [
  ['shopName', 'Shop’s name', settings.shopName ?? '', 'Empty: the account’s'],
  ['smallestAmount', 'Smallest amount, minor units', settings.smallestAmount],
  ['largestAmount', 'Largest amount, minor units', settings.largestAmount],
  ['authorisationDays', 'Days of an authorisation', settings.authorisationDays],
];

type Setting = readonly [name: string, label: string, value: string | number, hint?: string];

const Settings = ({ settings }: { readonly settings: readonly Setting[] }) => (
  <div class="form-grid">
    {settings.map(([name, label, value, hint]) => (
      <Field
        key={name}
        name={name}
        label={label}
        inputMode={typeof value === 'number' ? 'numeric' : undefined}
        defaultValue={value}
        error={null}
        {...(hint !== undefined && { hint })}
      />
    ))}
  </div>
);
