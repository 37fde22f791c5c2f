import { createHash } from 'node:crypto';
import type {
  Decision,
  Processor,
  ProcessorAnswer,
  ProcessorRequest,
} from '../../base/processor/processor.ts';
import { isExpired } from '../../vault/card-expiry.ts';
import { AMOUNT_BEHAVIOURS, AMOUNT_REFUSALS, declineOfAmount } from './amounts.ts';
import { challengeResult } from './authenticate.ts';
import { CO_BADGED_CARDS, DECLINE_CARDS, SUCCESS_CARDS } from './cards.ts';
import { type DeclineReturnCode, isDeclineReturnCode, RETURN_CODES } from './return-codes.ts';
import { isTestNumber } from './sandbox-numbers.ts';
import { callbackDeliveryOf, invalidSwitch, SWITCHES, switchValue, unknownSwitches } from './switches.ts';
import { THREE_DS_CARDS } from './three-ds-cards.ts';

const PENDING_MS = 2_000;
const isAsynchronous = (merchantRef: string) => merchantRef.endsWith('-async');

/**
 * Simulated card networks and issuer. The card decides before the amount, the amount before the metadata.
 * Rule: sandbox/who-decides.
 */
export const sandboxProcessor: Processor = {
  challengeResult,
  invalidSwitch,
  unknownSwitches,
  callbackDeliveryOf,
  isAsynchronous,
  isTestNumber,
  catalogue: {
    approvedCards: SUCCESS_CARDS,
    coBadgedCards: CO_BADGED_CARDS,
    declinedCards: DECLINE_CARDS,
    returnCodes: RETURN_CODES,
    threeDsCards: THREE_DS_CARDS,
    amounts: AMOUNT_BEHAVIOURS,
    laterRefusals: AMOUNT_REFUSALS,
    switches: SWITCHES,
  },
  nameFor: (merchantRef) => (isAsynchronous(merchantRef) ? 'sandbox-async' : 'sandbox'),
  decisionOf,
  networkToken: ({ id, numberDigest }) =>
    `ntk_${sha256(Buffer.concat([numberDigest, Buffer.from(String(id))]))
      .toString('hex')
      .slice(0, 24)}`,
  reference,
  addressCheck: (metadata) => switchValue(metadata, 'sandbox_avs') ?? 'U',
  isSystemMalfunction: (returnCode) => returnCode === '96',
  returnText: (returnCode) => (isDeclineReturnCode(returnCode) ? RETURN_CODES[returnCode].text : 'Approved'),
};

/** What card, amount and metadata make of a request. */
export function decide(request: ProcessorRequest): ProcessorAnswer {
  const { transactionId, metadata } = request;
  const wantedMs = delayOf(metadata);
  const byCard = 'card' in request ? declineOfCard(request) : undefined;
  if (byCard !== undefined) {
    return { kind: 'decided', decision: decisionOf(byCard, transactionId), slowMs: wantedMs ?? 0 };
  }
  const behaviour = AMOUNT_BEHAVIOURS[request.amount];
  if (behaviour?.kind === 'unavailable') return { kind: 'unavailable' };
  const wanted = behaviour === undefined ? resultOf(metadata) : behaviour.decline;
  const decision = decisionOf(declineOfAmount(request) ?? wanted ?? '00', transactionId);
  const afterMs = behaviour?.afterMs ?? wantedMs;
  if (isPending(request)) return { kind: 'pending', decision, afterMs: afterMs ?? PENDING_MS };
  return { kind: 'decided', decision, slowMs: afterMs ?? 0 };
}

/** What makes an operation end after its answer. An authorisation never does: its answer waits instead. */
const PENDING_BY: Readonly<Record<ProcessorRequest['kind'], readonly ('amount' | 'merchant')[]>> = {
  authorise: [],
  sale: ['amount'],
  capture: ['amount', 'merchant'],
  refund: ['amount', 'merchant'],
  void: ['amount', 'merchant'],
};

function isPending({ kind, merchantRef, amount }: ProcessorRequest): boolean {
  const isBy = {
    amount: AMOUNT_BEHAVIOURS[amount]?.kind === 'pending',
    merchant: isAsynchronous(merchantRef),
  };
  return PENDING_BY[kind].some((reason) => isBy[reason]);
}

function decisionOf(returnCode: string, transactionId: string): Decision {
  if (!isDeclineReturnCode(returnCode)) {
    return { approved: true, returnCode: '00', authcode: authcode(transactionId) };
  }
  return { approved: false, returnCode, declineCode: RETURN_CODES[returnCode].declineCode };
}

function resultOf(metadata: ProcessorRequest['metadata']): DeclineReturnCode | undefined {
  const code = switchValue(metadata, 'sandbox_result');
  return code !== undefined && isDeclineReturnCode(code) ? code : undefined;
}

function delayOf(metadata: ProcessorRequest['metadata']): number | undefined {
  const milliseconds = switchValue(metadata, 'sandbox_delay_ms');
  return milliseconds === undefined ? undefined : Number(milliseconds);
}

function declineOfCard({ card, isAuthenticated, now }: Extract<ProcessorRequest, { card: object }>) {
  const always = DECLINE_CARDS[card.number];
  const isSoft = always !== undefined && RETURN_CODES[always].declineCode === 'authentication_required';
  const byCard = isSoft && isAuthenticated ? undefined : always;
  const afterThreeDs = isAuthenticated ? THREE_DS_CARDS[card.number]?.thenDecline : undefined;
  return byCard ?? afterThreeDs ?? (isExpired(card, now) ? '54' : undefined);
}

/** 12 digits, the same for the same transaction. */
function reference(transactionId: string): string {
  return String(sha256(transactionId).readUIntBE(6, 6)).padStart(12, '0').slice(-12);
}

/** Six characters, the same for the same transaction. */
function authcode(transactionId: string): string {
  const digest = sha256(transactionId).readUIntBE(0, 6);
  return digest.toString(36).toUpperCase().padStart(6, '0').slice(-6);
}

function sha256(data: Uint8Array | string): Buffer {
  return createHash('sha256').update(data).digest();
}
