import { useModel } from '@preact/signals';
import type { AdminMerchant } from '../../../contract/admin-api.ts';
import { HolderName, MerchantSettingsChange } from '../../../contract/billing/merchant-settings.ts';
import { Button } from '../../../wallet/ui/Button.tsx';
import { Field } from '../../../wallet/ui/Field.tsx';
import { Act } from '../../state/act.ts';
import { useInspector } from '../../state/inspector.ts';
import { Acted } from '../../ui/Acted.tsx';
import { takeForm, textOf } from '../../ui/form-values.ts';
import { linesOf, TextArea } from '../../ui/TextArea.tsx';
import { Tick } from '../../ui/Tick.tsx';

const words = (form: FormData, name: string) =>
  textOf(form, name)
    .split(/[\s,]+/)
    .filter(Boolean);
const whole = (form: FormData, name: string) => Number(textOf(form, name));

/** The fields as the admin API takes them. What it refuses it names. */
function changeOf(form: FormData): MerchantSettingsChange {
  return MerchantSettingsChange.parse({
    shopName: textOf(form, 'shopName') || null,
    holderName: textOf(form, 'holderName'),
    acceptedBrands: words(form, 'acceptedBrands'),
    preferredBrands: words(form, 'preferredBrands'),
    instantMethods: words(form, 'instantMethods'),
    alternativeMethods: words(form, 'alternativeMethods'),
    notificationUrls: linesOf(textOf(form, 'notificationUrls')),
    declineHttpStatus: whole(form, 'declineHttpStatus'),
    smallestAmount: whole(form, 'smallestAmount'),
    largestAmount: whole(form, 'largestAmount'),
    authorisationDays: whole(form, 'authorisationDays'),
    multiCapture: form.has('multiCapture'),
    moto: form.has('moto'),
    strictParams: form.has('strictParams'),
    allowAnyPan: form.has('allowAnyPan'),
  });
}

type Props = { readonly merchant: AdminMerchant };

/** How the service treats one merchant configuration. */
export function MerchantForm({ merchant }: Props) {
  const { api, reloadAccounts } = useInspector();
  const act = useModel(Act);
  const { merchant_id: id, merchant_ref: ref, settings } = merchant;
  const save = (event: SubmitEvent) => {
    const form = takeForm(event);
    if (!form) return;
    act.run(async () => {
      await api.changeMerchant(id, changeOf(form));
      reloadAccounts();
    }, 'Saved. A page that is open may show the old settings for a few seconds.');
  };
  return (
    <details class="fold">
      <summary>
        {ref} <span class="muted">merchant_id {id}</span>
      </summary>
      <form class="form" onSubmit={save} key={JSON.stringify(settings)}>
        <TextArea
          label="Notification URLs"
          name="notificationUrls"
          rows={2}
          value={settings.notificationUrls.join('\n')}
          hint="Where the backend is told of payments that start on the page, one a line. None: any address on a registered origin."
        />
        <Settings of={methodsOf(merchant)} />
        <Settings of={amountsOf(merchant)} />
        <div class="ticks">
          <Tick
            name="multiCapture"
            label="Several captures of one authorisation"
            checked={settings.multiCapture}
          />
          <Tick name="moto" label="Orders by phone and mail" checked={settings.moto} />
          <Tick name="strictParams" label="Refuse unknown parameters" checked={settings.strictParams} />
          <Tick name="allowAnyPan" label="Card numbers that could be real" checked={settings.allowAnyPan} />
        </div>
        <Button type="submit" class="button button-primary">
          Save
        </Button>
        <Acted of={act} />
      </form>
    </details>
  );
}

const methodsOf = ({ settings }: AdminMerchant): readonly Setting[] => [
  ['shopName', 'Shop’s name', settings.shopName ?? '', 'Empty: the account’s'],
  ['holderName', 'Name on card', settings.holderName, HolderName.options.join(', ')],
  ['acceptedBrands', 'Accepted brands', settings.acceptedBrands.join(' ')],
  ['preferredBrands', 'Preferred brands', settings.preferredBrands.join(' ')],
  ['instantMethods', 'Instant methods', settings.instantMethods.join(' ')],
  ['alternativeMethods', 'Alternative methods', settings.alternativeMethods.join(' ')],
];

const amountsOf = ({ settings }: AdminMerchant): readonly Setting[] => [
  ['smallestAmount', 'Smallest amount, minor units', settings.smallestAmount],
  ['largestAmount', 'Largest amount, minor units', settings.largestAmount],
  ['authorisationDays', 'Days of an authorisation', settings.authorisationDays],
  ['declineHttpStatus', 'HTTP status of a decline', settings.declineHttpStatus, '402 or 200'],
];

type Setting = readonly [name: string, label: string, value: string | number, hint?: string];

const Settings = ({ of }: { readonly of: readonly Setting[] }) => (
  <div class="form-grid">
    {of.map(([name, label, value, hint]) => (
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
