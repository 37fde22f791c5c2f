import type { Translate } from '../i18n/translate.ts';
import type { Managing } from './model/managing.ts';

export type ManageProps = {
  readonly managing: Managing;
  readonly t: Translate;
  readonly locale: string;
  /** From a whole card number on to the expiry. */
  readonly autoAdvance: boolean;
};
