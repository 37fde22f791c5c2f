import { useEffect } from 'preact/hooks';
import { nameTab, text } from '../ui/language.ts';
import type { WalletHost } from './mount-shop.ts';
import { Problem } from './Problem.tsx';
import { useWallet } from './use-wallet.ts';

/** The wallet as part of the shopper's account. */
export function CardsView(host: WalletHost) {
  const { problem } = useWallet(host, { view: 'MANAGE' });
  useEffect(() => nameTab(text('nav.cards')));
  return (
    <>
      <h1>{text('nav.cards')}</h1>
      <div class="panel pay cards-panel">
        <p class="private">{text('cards.private')}</p>
        <div id="wallet" />
        <Problem text={problem} />
      </div>
    </>
  );
}
