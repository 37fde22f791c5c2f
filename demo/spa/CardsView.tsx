import { sdk } from 'embeddable-wallet';
import { useEffect, useState } from 'preact/hooks';
import { followLanguage, openWallet, problemText } from '../ui/checkout.ts';
import { nameTab, text } from '../ui/language.ts';
import type { Sandbox } from '../ui/sandbox.ts';

/** The wallet as part of the shopper's account; it lives as long as this view. */
export function CardsView({ sandbox }: { sandbox: Sandbox }) {
  const [problem, setProblem] = useState('');
  useEffect(() => nameTab(text('nav.cards')));
  useEffect(() => {
    const view = new AbortController();
    const { signal } = view;
    const say = (error: unknown) => !signal.aborted && setProblem(problemText(error));
    openWallet(sdk, { as: sandbox, container: '#wallet' }).catch(say);
    const stop = followLanguage(sdk, () => sandbox);
    return () => {
      view.abort();
      stop();
      sdk.wallet.destroy().catch(say);
    };
  }, []);
  return (
    <>
      <h1>{text('nav.cards')}</h1>
      <div class="panel pay cards-panel">
        <p class="private">{text('cards.private')}</p>
        <div id="wallet" />
        <p class="problem" role="alert">
          {problem}
        </p>
      </div>
    </>
  );
}
