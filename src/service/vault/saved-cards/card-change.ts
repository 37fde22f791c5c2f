import type { SavedCard } from '../../../contract/frame/wallet-api.ts';

/** What a change of a user's list comes to. `isChanged`: not where the list was so before. */
export type CardChange = { readonly isChanged: boolean; readonly methods: SavedCard[] };
