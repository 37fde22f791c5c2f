import type { ServiceContext } from '../../context.ts';
import type { ChallengeRow } from '../../db/tables/challenges.ts';
import type { Transaction } from '../load.ts';
import { boxUrl } from './box-address.ts';
import { payerRequest } from './payer-request.ts';

/** Path that the issuer sends the shopper back to. */
export const TERM_PATH = '/3ds/term';

/** What a box posts to the issuer, in the message shape of 3-D Secure 1. Rule: threeds/message-shape. */
export function challengeData(context: ServiceContext, found: Transaction, { id }: ChallengeRow) {
  const { baseUrl, issuerUrl } = context;
  return {
    ACSUrl: `${issuerUrl}/acs`,
    PAReq: payerRequest(context, found, { md: id }),
    MD: id,
    TermUrl: `${baseUrl}${TERM_PATH}`,
    RedirectURL: boxUrl(context, id),
  };
}
