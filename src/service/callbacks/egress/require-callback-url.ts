import type { EgressRules } from '../../base/egress.ts';
import { ServiceError } from '../../base/service-error.ts';
import { urlError } from './egress-rules.ts';

/** Raises `callback_url_invalid` or `callback_url_forbidden`. A name is judged again once it is resolved. */
export function requireCallbackUrl(text: string, rules: EgressRules): void {
  const fault = urlError(text, rules);
  if (!fault) return;
  const code = fault.kind === 'invalid' ? 'callback_url_invalid' : 'callback_url_forbidden';
  throw new ServiceError(
    code,
    `Cannot take the callback URL: it is ${fault.found}, expected ${fault.expected}`,
    {
      param: 'callback_url',
    },
  );
}
