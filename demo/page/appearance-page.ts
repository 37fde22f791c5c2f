import type { Appearance } from 'embeddable-wallet';
import { appearanceForm } from '../ui/appearance-form.ts';
import type { Sdk } from '../ui/checkout.ts';
import { mountSandbox } from '../ui/sandbox.ts';
import { getCartToPay } from '../ui/shop-api.ts';
import { byId } from './by-id.ts';
import { openingWallet } from './opening-wallet.ts';
import { say } from './say.ts';

/** For developers: a wallet whose look is tried live, and copied as code. */
export async function showAppearance(main: HTMLElement) {
  document.title = 'Appearance · Morrow Coffee';
  const template = byId('appearance');
  if (template instanceof HTMLTemplateElement) main.append(template.content.cloneNode(true));
  const { sdk } = window;
  const cart = await getCartToPay().catch(say);
  if (!cart || !sdk) {
    mountSandbox(byId('sandbox'), { onShopperChange: () => location.reload() });
    if (cart) say(new Error('the script tag did not load'));
    return;
  }
  const wallet = openingWallet(sdk, { cart: () => cart, sandbox: () => sandbox });
  const show = async () => (await wallet.open()) && apply();
  const sandbox = mountSandbox(byId('sandbox'), { onShopperChange: show });
  const form = appearanceForm(() => apply());
  const apply = async () => {
    const asked = form.read();
    const { taken, faults } = await tryOn(sdk, asked);
    // Something newer has been filled in meanwhile: that is on its way.
    if (JSON.stringify(asked) !== JSON.stringify(form.read())) return;
    form.mark(faults);
    // A shop that asks for a dark wallet is dark itself.
    document.documentElement.dataset['theme'] = taken.theme ?? 'auto';
    byId('code').textContent = codeOf(taken);
  };
  byId('controls').append(form.root);
  byId('copy').addEventListener('click', copy);
  await show();
}

/** Shows what the wallet takes, and says for each variable that it refuses what it wants instead. */
async function tryOn({ wallet }: Sdk, { variables = {}, ...asked }: Appearance) {
  const faults = new Map<string, string>();
  const taken = { ...asked, variables: { ...variables } };
  for (;;) {
    const refused = await wallet.setAppearance(taken).then(() => null, faultOf);
    const name = Object.keys(taken.variables).find((each) => refused?.param.endsWith(`.${each}`));
    if (!refused || !name) return { taken, faults };
    faults.set(name, refused.wanted);
    Reflect.deleteProperty(taken.variables, name);
  }
}

/** The first sentence of a refusal, without the names before it. */
function faultOf(error: unknown) {
  const param = error instanceof Error && 'param' in error ? String(error.param) : '';
  const message = error instanceof Error ? error.message : '';
  const [first = ''] = message.split('; ');
  return { param, wanted: first.slice(first.lastIndexOf(': ') + 2) };
}

/** As a developer would write it: what is default is left out. */
function codeOf({ theme, labels, variables }: Appearance): string {
  const appearance = {
    ...(theme !== 'auto' && { theme }),
    ...(labels !== 'above' && { labels }),
    ...(variables && Object.keys(variables).length > 0 && { variables }),
  };
  const text = JSON.stringify(appearance, null, 2).replaceAll(/"(\w+)": /g, '$1: ');
  return `await sdk.wallet.setAppearance(${text});`;
}

async function copy() {
  const status = byId('copied');
  try {
    await navigator.clipboard.writeText(byId('code').textContent ?? '');
    status.textContent = 'Copied';
  } catch {
    status.textContent = 'This browser does not let the page copy';
  }
}
