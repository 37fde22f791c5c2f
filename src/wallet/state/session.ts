import { computed, createModel, signal } from '@preact/signals';
import type { WalletSession } from '../../contract/frame/wallet-api.ts';

export type SessionStatus =
  | { readonly name: 'awaited' }
  /** `since`: when it was opened, by the model's clock. */
  | { readonly name: 'open'; readonly session: WalletSession; readonly since: number }
  /** The refresh token ended: only a new `connect` helps. */
  | { readonly name: 'ended'; readonly session: WalletSession };

/** The wallet session, for as long as the merchant's refresh token is in force. */
export const Session = createModel((now: () => number = () => performance.now()) => {
  const status = signal<SessionStatus>({ name: 'awaited' });
  return {
    status,
    /** Whether four fifths of the access token's life are over. */
    isAgeing() {
      const open = status.peek();
      return open.name === 'open' && now() - open.since >= 800 * open.session.expiresIn;
    },
    /** Public; null until there is one. */
    id: computed(() => (status.value.name === 'awaited' ? null : status.value.session.walletSession)),
    isUser: computed(() => status.value.name !== 'awaited' && !status.value.session.isGuest),
    open(session: WalletSession) {
      status.value = { name: 'open', session, since: now() };
    },
    end() {
      const now = status.peek();
      if (now.name === 'open') status.value = { name: 'ended', session: now.session };
    },
  };
});
export type Session = InstanceType<typeof Session>;
