import type { Translate } from '../i18n/translate.ts';
import type { ManageModel } from './model/manage-model.ts';

export type ManageProps = {
  readonly managing: ManageModel;
  readonly t: Translate;
  readonly locale: string;
  /** From a whole card number on to the expiry. */
  readonly autoAdvance: boolean;
};
