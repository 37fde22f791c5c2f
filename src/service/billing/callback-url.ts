import { ServiceError } from '../service-error.ts';

type Wanted = {
  readonly callbackUrl: string | undefined;
  /** Of the payment's start; null where it named none, or is this very operation. */
  readonly inherited: string | null;
  /** The processor finishes later, so only a callback can tell how. */
  readonly isAsynchronous: boolean;
};

/** Where the operation's end is told: its own address or the one of its payment's start. Chosen: service.md C2, 1.2. */
export function callbackUrlOf({ callbackUrl, inherited, isAsynchronous }: Wanted): string | null {
  const url = callbackUrl ?? inherited;
  if (url === null && isAsynchronous) {
    throw new ServiceError(
      'callback_url_required',
      "Cannot bill: the merchant's processor works asynchronously and no 'callback_url' is known, expected one",
      { param: 'callback_url' },
    );
  }
  if (callbackUrl !== undefined) refuseUnusable(callbackUrl);
  return url;
}

function refuseUnusable(text: string) {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && url.username === '' && url.password === '') return;
  throw new ServiceError(
    'callback_url_invalid',
    "Cannot call back: 'callback_url' is no absolute http or https address without credentials",
    { param: 'callback_url' },
  );
}
