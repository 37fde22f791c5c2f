import type { Theme } from '../../../contract/frame/frame-boot.ts';
import type { ProviderNotice } from '../../../contract/frame/frame-calls.ts';
import type { Translate } from '../../i18n/translate.ts';
import { boxLook } from '../boxes/box-look.ts';

type Language = { readonly t: Translate } & Pick<ProviderNotice, 'lang' | 'direction'>;

/** What stands over the merchant's page while the provider `name` asks in its window: a sibling of the challenge's box. */
export function providerNotice(
  { t, lang, direction }: Language,
  { name, theme }: { readonly name: string; readonly theme: Theme },
): ProviderNotice {
  const { dialog, button } = boxLook(theme);
  return {
    lang,
    direction,
    text: t('provider.window', { name }),
    proceed: t('provider.return', { name }),
    stop: t('provider.cancel'),
    look: {
      dialog: `${dialog}width:360px;max-width:calc(100% - 32px);gap:12px;padding:24px;border-radius:12px;font-size:16px;`,
      text: 'margin:0 0 4px;line-height:1.4;text-align:center;text-wrap:balance;',
      proceed: `${button}flex:none;border-color:CanvasText;background:CanvasText;color:Canvas;font-weight:600;`,
      stop: `${button}flex:none;border-color:transparent;`,
    },
  };
}
