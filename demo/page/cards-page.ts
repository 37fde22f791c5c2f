import { nameTab, onLanguage, text } from '../ui/language.ts';
import { mountSandbox } from '../ui/sandbox.ts';
import { byId } from './by-id.ts';
import { openingWallet } from './opening-wallet.ts';
import { say } from './say.ts';

/** The wallet as part of the shopper's account. */
export async function showCards(main: HTMLElement) {
  const name = () => nameTab(text('nav.cards'));
  name();
  onLanguage(name);
  const template = byId('cards');
  if (template instanceof HTMLTemplateElement) main.append(template.content.cloneNode(true));
  const { sdk } = window;
  if (!sdk) {
    mountSandbox(byId('sandbox'), { onShopperChange: () => location.reload() });
    say(new Error('the script tag did not load'));
    return;
  }
  const wallet = openingWallet(sdk, { sandbox: () => sandbox });
  const sandbox = mountSandbox(byId('sandbox'), { onShopperChange: () => wallet.open(), wallet: sdk.wallet });
  await wallet.open();
}
