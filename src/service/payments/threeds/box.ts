import { createHash } from 'node:crypto';
import type { Core } from '../../base/runtime/core.ts';
import type { ChallengedPayment } from '../../base/runtime/service-dependencies.ts';
import type { ChallengeRow } from '../../tables/challenges.ts';
import { payerRequest } from './issuer-messages.ts';

/** Path of the challenge box, followed by the capability. */
export const BOX_PATH = '/3ds/box/';
/** Path that the issuer sends the shopper back to. */
export const TERM_PATH = '/3ds/term';

/**
 * The box's address. Its capability opens this one challenge to every holder: 256 bits derived from the id, so that
 * they are stored nowhere.
 */
export function boxUrl({ masterKey, config: { baseUrl } }: Core, challengeId: string): string {
  return `${baseUrl}${BOX_PATH}${capability(masterKey, challengeId)}`;
}

/** The digest by which the challenge of a box is found. */
export function boxDigest({ masterKey }: Core, challengeId: string): Uint8Array {
  return digestOf(capability(masterKey, challengeId));
}

export function digestOf(capabilityText: string): Uint8Array {
  return createHash('sha256').update(capabilityText).digest();
}

function capability(masterKey: Core['masterKey'], challengeId: string): string {
  return Buffer.from(masterKey.digest('3ds-box', challengeId)).toString('base64url');
}

/**
 * What an answer shows of an open challenge: what the box posts to the sandbox's issuer, else its address alone. Rule:
 * threeds/message-shape.
 */
export function challengeData(core: Core, transaction: ChallengedPayment, challenge: ChallengeRow) {
  const RedirectURL = boxUrl(core, challenge.id);
  return challenge.stage === 'issuer' ? issuerData(core, transaction, challenge) : { RedirectURL };
}

/** What a box posts to the sandbox's issuer, in the message shape of 3-D Secure 1. */
export function issuerData(core: Core, transaction: ChallengedPayment, { id }: Pick<ChallengeRow, 'id'>) {
  const {
    config: { baseUrl, issuerUrl },
  } = core;
  return {
    ACSUrl: `${issuerUrl}/acs`,
    PAReq: payerRequest(core, transaction, { md: id }),
    MD: id,
    TermUrl: `${baseUrl}${TERM_PATH}`,
    RedirectURL: boxUrl(core, id),
  };
}
