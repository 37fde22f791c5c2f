import type { Provider } from '../../contract/provider-names.ts';
import { providers } from '../../contract/providers.ts';
import type { Translate } from '../i18n/translate.ts';
import { BrandMark } from '../ui/BrandMark.tsx';

type Props = { readonly method: Provider; readonly t: Translate };

/** A provider's method, and that the provider asks before anything is paid. */
export function ProviderRow({ method, t }: Props) {
  const { name } = providers[method];
  return (
    <span class="saved-card">
      <BrandMark name={method} />
      <span class="saved-card-words">
        <span class="saved-card-number">{name}</span>
        <span class="saved-card-expiry">{t('provider.hint', { name })}</span>
      </span>
    </span>
  );
}
