import type { Appearance } from 'embeddable-wallet';
import { useEffect, useState } from 'preact/hooks';
import { Problem } from '../layouts/Problem.tsx';
import { Title } from '../layouts/Title.tsx';
import type { Sdk } from '../ui/checkout.ts';
import { codeText } from '../ui/code.ts';
import { useCopy } from '../ui/use-copy.ts';
import type { WalletHost } from '../views/mount-shop.ts';
import { useCart } from '../views/use-cart.ts';
import { useWallet } from '../views/use-wallet.ts';
import { AppearanceForm, appearanceOf, defaultLook } from './AppearanceForm.tsx';

/** For developers: try an appearance on a live wallet and copy it as code. */
export function AppearancePage(host: WalletHost) {
  const { sdk, opening } = host;
  const { cart, problem } = useCart();
  const wallet = useWallet(host, cart);
  const [look, setLook] = useState(defaultLook);
  const [{ accepted, faults }, setTrial] = useState<Trial>({ accepted: undefined, faults: new Map() });
  useEffect(() => {
    let isCurrent = true;
    const apply = async () => {
      if (!sdk || !(await wallet.opened())) return;
      const trial = await tryOn(sdk, appearanceOf(look));
      // Unless a newer look is being applied.
      if (isCurrent) setTrial(trial);
    };
    apply().catch(() => {});
    return () => {
      isCurrent = false;
    };
  }, [look, opening, cart]);
  const theme = accepted?.theme;
  useEffect(() => {
    // A shop that asks for a dark wallet is dark itself.
    if (theme) document.documentElement.dataset['theme'] = theme;
  }, [theme]);
  return (
    <div lang="en" dir="ltr">
      <Title text="Appearance" />
      <p class="lead">Try a look on a wallet that stands, then take it with you as code.</p>
      <div class="appearance">
        <section class="panel pay preview" aria-labelledby="preview-title">
          <h2 id="preview-title">Wallet</h2>
          <div id="wallet" />
          <Problem text={problem || wallet.problem} />
          <Code text={accepted ? codeOf(accepted) : ''} />
        </section>
        <section class="panel" aria-label="Look">
          <AppearanceForm look={look} faults={faults} onChange={setLook} />
        </section>
      </div>
    </div>
  );
}

function Code({ text }: { text: string }) {
  const { message, copy } = useCopy();
  return (
    <>
      <pre class="code">{text}</pre>
      <div class="actions">
        <button class="secondary" type="button" onClick={() => copy(text)}>
          Copy code
        </button>
        <p class="small" role="status">
          {message}
        </p>
      </div>
    </>
  );
}

type Trial = {
  /** The accepted appearance; undefined before the first answer. */
  readonly accepted: Appearance | undefined;
  /** What each refused variable should be. */
  readonly faults: ReadonlyMap<string, string>;
};

async function tryOn({ wallet }: Sdk, { variables = {}, ...appearance }: Appearance): Promise<Trial> {
  const faults = new Map<string, string>();
  const accepted = { ...appearance, variables: { ...variables } };
  for (;;) {
    const refusal = await wallet.setAppearance(accepted).then(() => null, faultOf);
    const name = Object.keys(accepted.variables).find((each) => refusal?.param.endsWith(`.${each}`));
    if (!refusal || !name) return { accepted, faults };
    faults.set(name, refusal.wanted);
    Reflect.deleteProperty(accepted.variables, name);
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
  return `await sdk.wallet.setAppearance(${codeText(appearance)});`;
}
