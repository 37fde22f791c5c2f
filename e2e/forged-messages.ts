import fc from 'fast-check';

/** Words that mean something to the SDK, the wallet frame, or the library between them. */
const METHODS = [
  ...['init', 'setSession', 'setView', 'setAppearance', 'getPaymentMethod', 'cancelChallenge'],
  ...['emit', 'showChallenge', 'closeChallenge', 'renewSession', 'resize', 'dress', 'after3DsComplete'],
];
const TYPES = ['SYN', 'ACK1', 'ACK2', 'CALL', 'REPLY', 'DESTROY', '3ds_required', '3ds_result'];

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
      namespace: fc.constantFrom('penpal', 'penpal', 'penpal', ''),
      type: word(TYPES),
      participantId: fc.uuid(),
      id: fc.uuid(),
      callId: fc.uuid(),
      methodPath: fc.array(word(METHODS), { maxLength: 2 }),
      methodPaths: fc.array(fc.array(word(METHODS), { maxLength: 2 }), { maxLength: 3 }),
      args: fc.array(argument, { maxLength: 2 }),
      value: argument,
      isError: fc.boolean(),
    },
    { requiredKeys: ['namespace', 'type'] },
  );
  const call = fc.record({
    namespace: fc.constant('penpal'),
    type: fc.constant('CALL'),
    id: fc.uuid(),
    methodPath: fc.constantFrom(...METHODS).map((method) => [method]),
    args: fc.array(argument, { minLength: 1, maxLength: 1 }),
  });
  const old = fc.record({
    penpal: word(['syn', 'synAck', 'ack', 'call', 'reply']),
    methodName: word(METHODS),
  });
  const any = fc.oneof(forChannel, call, old, told, fc.jsonValue({ maxDepth: 3 }));
  // Plain JSON, which is all that Playwright carries into a page unchanged.
  return fc.sample(any, count).map((message) => JSON.parse(JSON.stringify(message)));
}
