import { sdk } from 'embeddable-wallet';
import { useEffect, useState } from 'preact/hooks';
import { openWallet, problemText, renewSession } from '../ui/checkout.ts';
import type { Sandbox } from '../ui/sandbox.ts';

/** The wallet as part of the shopper's account; it lives as long as this view. */
export function CardsView({ sandbox }: { sandbox: Sandbox }) {
  const [problem, setProblem] = useState('');
  useEffect(() => {
    document.title = 'Your cards · Morrow Coffee';
    const view = new AbortController();
    const { signal } = view;
    const say = (error: unknown) => !signal.aborted && setProblem(problemText(error));
    openWallet(sdk, { as: sandbox, container: '#wallet', signal }).catch(say);
    const stop = renewSession(sdk, () => sandbox.shopper);
    return () => {
      view.abort();
      stop();
      sdk.wallet.destroy().catch(say);
    };
  }, []);
  return (
    <>
      <h1>Your cards</h1>
      <div class="panel pay cards-panel">
        <p class="small">Your card details stay with the payment provider. This shop never sees them.</p>
        <div id="wallet" />
        <p class="problem" role="alert">
          {problem}
        </p>
      </div>
    </>
  );
}
