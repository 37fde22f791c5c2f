import type { ServiceContext } from '../context.ts';
import { requireCallbackUrl } from '../egress/require-callback-url.ts';
import { ServiceError } from '../service-error.ts';

type Wanted = {
  readonly callbackUrl: string | undefined;
  /** Of the payment's start; null where it named none, or is this very operation. */
  readonly inherited: string | null;
  /** The processor finishes later, so only a callback can tell how. */
  readonly isAsynchronous: boolean;
};

/** Where the operation's end is told: its own address or the one of its payment's start. Rule: callbacks/when. */
export function callbackUrlOf({ egress }: ServiceContext, wanted: Wanted): string | null {
  const { callbackUrl, inherited, isAsynchronous } = wanted;
  const url = callbackUrl ?? inherited;
  if (url === null && isAsynchronous) {
    throw new ServiceError(
      'callback_url_required',
      "Cannot bill: the merchant's processor works asynchronously and no 'callback_url' is known, expected one",
      { param: 'callback_url' },
    );
  }
  if (callbackUrl !== undefined) requireCallbackUrl(callbackUrl, egress);
  return url;
}
