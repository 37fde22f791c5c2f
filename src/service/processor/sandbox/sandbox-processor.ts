import { createHash } from 'node:crypto';
import { isExpired } from '../../vault/card-expiry.ts';
import type { Processor, ProcessorRequest } from '../processor.ts';
import { DECLINE_CARDS } from './cards.ts';
import { type DeclineReturnCode, isDeclineReturnCode, RETURN_CODES } from './return-codes.ts';

/** Metadata key: the ISO code to answer with. */
const RESULT_SWITCH = 'sandbox_result';

/** 2000.00 to 2000.99: declined with the cents as the code. */
const DECLINING_UNITS = 200_000;

/** Card networks and issuer, simulated: the card decides before the amount, the amount before the metadata. */
export const sandboxProcessor: Processor = {
  name: 'sandbox',
  decide(request) {
    const returnCode = declineOf(request);
    if (returnCode === undefined) {
      return { approved: true, returnCode: '00', authcode: authcode(request.transactionId) };
    }
    return { approved: false, returnCode, declineCode: RETURN_CODES[returnCode].declineCode };
  },
  faultySwitch(metadata) {
    const wanted = wantedResult(metadata);
    return wanted === undefined || wanted === '00' || isDeclineReturnCode(wanted) ? undefined : RESULT_SWITCH;
  },
  networkToken: (fingerprint) => `ntk_${sha256(fingerprint).toString('hex').slice(0, 24)}`,
  reference: (transactionId) => String(sha256(transactionId).readUIntBE(6, 6)).padStart(12, '0').slice(-12),
  explain: (returnCode) => (isDeclineReturnCode(returnCode) ? RETURN_CODES[returnCode].text : 'Approved'),
};

function declineOf(request: ProcessorRequest): DeclineReturnCode | undefined {
  if ('card' in request) {
    const { card, amount, now } = request;
    const byCard = DECLINE_CARDS[card.number] ?? (isExpired(card, now) ? '54' : undefined);
    const decline = byCard ?? declineOfAmount(amount);
    if (decline !== undefined) return decline;
  }
  const wanted = wantedResult(request.metadata);
  return wanted !== undefined && isDeclineReturnCode(wanted) ? wanted : undefined;
}

function wantedResult(metadata: ProcessorRequest['metadata']): string | undefined {
  return metadata.find(({ key }) => key === RESULT_SWITCH)?.value;
}

function declineOfAmount(units: number): DeclineReturnCode | undefined {
  if (units < DECLINING_UNITS || units >= DECLINING_UNITS + 100) return undefined;
  const code = String(units - DECLINING_UNITS).padStart(2, '0');
  return isDeclineReturnCode(code) ? code : '05';
}

/** Six characters, the same for the same transaction. Chosen: service.md P4. */
function authcode(transactionId: string): string {
  const digest = sha256(transactionId).readUIntBE(0, 6);
  return digest.toString(36).toUpperCase().padStart(6, '0').slice(-6);
}

function sha256(data: Uint8Array | string): Buffer {
  return createHash('sha256').update(data).digest();
}
