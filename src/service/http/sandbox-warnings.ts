import { looksLikeCardNumber } from '../logs/card-numbers.ts';
import type { AppContext } from './app-env.ts';
import type { Form } from './form-body.ts';

const emailLike = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;

/** Says in `Sandbox-Warning` what would be a mistake with a real user's data. */
export function warnAboutUserData(c: AppContext, { values }: Form) {
  const warnings = [
    emailLike.test(values.get('externalID') ?? '') &&
      "'externalID' looks like an e-mail address, personal data is not recommended there",
    looksLikeCardNumber(values.get('custom') ?? '') && "'custom' holds what looks like a card number",
    looksLikeCardNumber(values.get('metadata') ?? '') && "'metadata' holds what looks like a card number",
  ].filter((warning) => warning !== false);
  if (warnings.length > 0) c.header('Sandbox-Warning', warnings.join('; '));
}
