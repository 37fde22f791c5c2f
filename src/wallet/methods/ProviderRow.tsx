import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { providers } from '../../contract/billing/providers.ts';
import type { Provider } from '../../contract/forms/provider-names.ts';
import type { Translate } from '../i18n/translate.ts';
import { BrandMark } from '../ui/BrandMark.tsx';
import { Choice, type ChoiceProps } from '../ui/Choice.tsx';

type Props = Pick<ChoiceProps, 'group' | 'isChosen' | 'onChoose'> & {
  readonly method: Provider;
  readonly t: Translate;
  /** Shown below the hint. */
  readonly children: ComponentChildren;
};

/** A provider's method. Its hint is shown once it is chosen; screen readers read it with the row before. */
export function ProviderRow({ method, t, children, ...choice }: Props) {
  const { name } = providers[method];
  const id = useId();
  const detail = (
    <>
      <p class="choice-next" id={id}>
        {t('provider.hint', { name })}
      </p>
      {children}
    </>
  );
  return (
    <Choice {...choice} isTab detail={detail} describedBy={id}>
      <span class="saved-card">
        <BrandMark name={method} />
        <span class="saved-card-number">{name}</span>
      </span>
    </Choice>
  );
}
