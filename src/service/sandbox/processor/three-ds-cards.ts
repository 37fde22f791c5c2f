import type { ThreeDsBehaviour } from '../../base/processor/sandbox-catalogue.ts';
import type { DeclineReturnCode } from './return-codes.ts';

type ThreeDsCard = ThreeDsBehaviour & { readonly thenDecline?: DeclineReturnCode };

/** Cards with a behaviour of their own in 3-D Secure. Every other card is challenged, passes and continues. */
export const THREE_DS_CARDS: Readonly<Record<string, ThreeDsCard>> = {
  '4000000000002503': {},
  '5200000000002151': {},
  '4000000000003220': {},
  '4000000000003063': {},
  '4000000000002370': { challenge: 'N', otherwise: 'N' },
  '5200000000002490': { challenge: 'N', otherwise: 'N' },
  '4000000000002420': { challenge: 'U', otherwise: 'U' },
  '5200000000002664': { challenge: 'U', otherwise: 'U' },
  '4000000000002644': { challenge: 'U', otherwise: 'U', breaks: true },
  '5200000000002656': { challenge: 'U', otherwise: 'U', breaks: true },
  '4000000000002701': { frictionless: 'Y' },
  '5200000000002235': { frictionless: 'Y' },
  '4000000000002925': { frictionless: 'N' },
  '5200000000002276': { frictionless: 'N' },
  '4000000000002719': { frictionless: 'A' },
  '5200000000002482': { frictionless: 'A' },
  '4000000000002313': { frictionless: 'U' },
  '4000000000002537': { frictionless: 'R' },
  '4000000000002446': { frictionless: 'U' },
  '4000000000002354': { frictionless: 'U', slowMs: 10_000 },
  '4000008400001629': { thenDecline: '05' },
  '4000008260003178': { thenDecline: '51' },
  '4000008400001280': { frictionless: 'U' },
  '4000008400009119': { slowMs: 20 * 60_000 },
};
