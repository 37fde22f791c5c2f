import { ACCESS_GUIDE } from './access-error-guide.ts';
import type { Advice } from './error-advice.ts';
import type { ErrorCode } from './errors.ts';
import { PAYMENT_GUIDE } from './payment-error-guide.ts';
import { REQUEST_GUIDE } from './request-error-guide.ts';
import { SERVICE_GUIDE } from './service-error-guide.ts';

/** What each code means and what to do; the pages that `doc_url` points at. Rule: requests/codes. */
export const ERROR_GUIDE: Readonly<Record<ErrorCode, Advice>> = {
  ...ACCESS_GUIDE,
  ...REQUEST_GUIDE,
  ...PAYMENT_GUIDE,
  ...SERVICE_GUIDE,
};
