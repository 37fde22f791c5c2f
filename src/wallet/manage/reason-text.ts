import type { ErrorData } from '../../contract/errors/errors.ts';
import { problemText } from '../errors/problem-text.ts';
import type { TextKey } from '../i18n/translate.ts';

/** Why a saved card could not be changed. */
export const reasonText = (error: ErrorData): TextKey =>
  error.code === 'not_found' ? 'manage.error.gone' : problemText(error, 'manage.error.unavailable');
