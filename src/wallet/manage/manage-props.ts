import type { Translate } from '../i18n/translate.ts';
import type { ManageModel } from './model/manage-model.ts';

export type ManageProps = {
  readonly manage: ManageModel;
  readonly t: Translate;
  readonly locale: string;
  /** Moves the focus from a whole card number to the expiry. */
  readonly autoAdvance: boolean;
};
