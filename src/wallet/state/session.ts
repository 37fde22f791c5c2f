import { computed, createModel, signal } from '@preact/signals';
import type { WalletSession } from '../../contract/wallet-api.ts';

export type SessionStatus =
  | { readonly name: 'awaited' }
  | { readonly name: 'open'; readonly session: WalletSession }
  /** The refresh token ended: only a new `connect` helps. */
  | { readonly name: 'ended'; readonly session: WalletSession };

/** Who the shopper is, as long as the merchant's refresh token says so. */
export const Session = createModel(() => {
  const status = signal<SessionStatus>({ name: 'awaited' });
  return {
    status,
    isUser: computed(() => status.value.name !== 'awaited' && !status.value.session.isGuest),
    open(session: WalletSession) {
      status.value = { name: 'open', session };
    },
    end() {
      const now = status.peek();
      if (now.name === 'open') status.value = { name: 'ended', session: now.session };
    },
  };
});
export type Session = InstanceType<typeof Session>;
