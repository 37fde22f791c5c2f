import fc from 'fast-check';

/** Words that mean something to the SDK or the wallet frame. */
const METHODS = [
  'init',
  'setSession',
  'setView',
  'setAppearance',
  'getPaymentMethod',
  'cancelChallenge',
  'emit',
  'showChallenge',
  'closeChallenge',
  'renewSession',
  'resize',
  'dress',
  'after3DsComplete',
];

const word = (words: readonly string[]) => fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 12 }));

/** The news a forger would like to be believed; `transactionId` is the payment's own. */
const news = (transactionId: string) =>
  fc.record({
    name: word(['after3DsComplete', 'threeDsEnded', 'sessionExpired', 'init', 'error']),
    payload: fc.record(
      {
        status: word(['SUCCESS', 'FAILURE']),
        transaction_id: word([transactionId]),
        reason: word(['authenticated', 'cancelled']),
      },
      { requiredKeys: [] },
    ),
  });

/** Messages as the channel sends them, with some of it missing or other, and anything else. */
export function forgedMessages(count: number, transactionId: string): unknown[] {
  const told = news(transactionId);
  const argument = fc.oneof(told, fc.jsonValue({ maxDepth: 2 }));
  const forChannel = fc.record(
    {
      id: fc.nat({ max: 40 }),
      name: word(METHODS),
      given: fc.array(argument, { maxLength: 2 }),
      value: argument,
      fault: argument,
    },
    { requiredKeys: ['id'] },
  );
  const call = fc.record({
    id: fc.nat({ max: 40 }),
    name: fc.constantFrom(...METHODS),
    given: fc.array(argument, { minLength: 1, maxLength: 1 }),
  });
  const handshake = fc
    .record({
      version: fc.constantFrom('1', '1', '0', '2'),
      word: fc.constantFrom('ready', 'ask', 'port', 'end'),
    })
    .map((said) => `wallet/${said.version} ${said.word}`);
  const any = fc.oneof(forChannel, call, handshake, told, fc.jsonValue({ maxDepth: 3 }));
  // Plain JSON, which is all that Playwright carries into a page unchanged.
  return fc.sample(any, count).map((message) => JSON.parse(JSON.stringify(message)));
}
