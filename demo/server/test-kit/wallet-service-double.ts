import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

type Billed = Record<string, string | undefined>;

type State = {
  /** A test adds what somebody else had billed. */
  readonly billed: Billed[];
  readonly keys: unknown[];
  /** Override fields of every lookup. */
  lookupOverrides: Record<string, unknown>;
  /** Override fields of one transaction's lookup. */
  readonly overridesById: Map<string, Record<string, unknown>>;
  /** Why every billing is declined; undefined: none is. */
  declineCode: string | undefined;
  losesAllAnswers: boolean;
  /** Lookups are refused while it is set. */
  refusesLookups: boolean;
  /** Method whose answer is lost after it was billed. */
  lostMethod: string | undefined;
  /** Method that is declined. */
  declinedMethod: string | undefined;
  /** Answers by their idempotency key. */
  readonly answered: Map<unknown, [number, object]>;
  /** Refusals for the next billings, in order; `leaves`: the server stops after it. */
  readonly refusals: { status: number; code: string; leaves?: boolean }[];
};

/** A stand-in for the service over real HTTP, for tests: it keeps what was billed and answers lookups. */
export async function walletServiceDouble() {
  const state: State = {
    billed: [],
    keys: [],
    lookupOverrides: {},
    overridesById: new Map(),
    declineCode: undefined,
    losesAllAnswers: false,
    refusesLookups: false,
    lostMethod: undefined,
    declinedMethod: undefined,
    answered: new Map(),
    refusals: [],
  };
  const server = createServer(async (request, response) => {
    state.keys.push(request.headers['secretkey']);
    const refusal = request.method === 'POST' ? state.refusals.shift() : undefined;
    if (refusal) return refuse(response, refusal);
    const [status, body] = await answer(state, request);
    if (status === 'lost') return request.socket.destroy();
    return response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });
  const refuse = (response: ServerResponse, { status, code, leaves }: State['refusals'][number]) => {
    if (leaves) server.close();
    const headers = { 'Retry-After': '0', ...(leaves && { Connection: 'close' }) };
    response.writeHead(status, headers).end(JSON.stringify({ status: 'ERROR', error: { code } }));
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { state, url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

/** Whose payments these are. */
const USER = 2;

async function answer(state: State, request: IncomingMessage): Promise<[number | 'lost', object]> {
  if (request.url?.endsWith('/refresh_token'))
    return [200, { Status: 'OK', refreshToken: 'rt_1', hint: 'h' }];
  if (request.url?.endsWith('/user/login')) return [200, { status: 'OK', id: USER, accessToken: 'at_1' }];
  const id = request.url?.split('/transactions/')[1];
  if (id && state.refusesLookups) return [403, { status: 'ERROR', error: { code: 'permission_denied' } }];
  if (id) {
    const transaction = lookup(state, id);
    return transaction
      ? [200, { status: 'OK', transaction }]
      : [404, { status: 'ERROR', error: { code: 'transaction_not_found' } }];
  }
  const form = Object.fromEntries(new URLSearchParams(await text(request)));
  const key = request.headers['idempotency-key'];
  const answer = state.answered.get(key) ?? bill(state, form);
  state.answered.set(key, answer);
  return state.losesAllAnswers || state.lostMethod === form['method'] ? ['lost', {}] : answer;
}

function bill(state: State, form: Billed): [number, object] {
  const isDeclined = state.declinedMethod === form['method'];
  if (!isDeclined) state.billed.push(form);
  const pm = { id: 7, source: 'card', issuer_full: 'visa', last_4_digits: '4242' };
  const parts = { transaction: {}, pm };
  const reason = isDeclined ? 'processing_error' : state.declineCode;
  if (!reason) return [200, { status: 'OK', ...parts }];
  const error = { code: 'card_declined', decline_code: reason };
  return [402, { status: 'ERROR', error, ...parts }];
}

function lookup({ billed, declineCode, lookupOverrides, overridesById }: State, id: string) {
  const family = billed.filter((form) => form['transactionID'] === id);
  const [first] = family;
  if (!first) return undefined;
  return {
    transaction_id: id,
    user_id: USER,
    order_id: first['orderID'],
    merchant_ref: 'demo',
    metadata: [],
    pm_id: 7,
    source: 'card',
    method: first['method'],
    status: declineCode ? 'FAILURE' : 'SUCCESS',
    amount: Number(first['amount']),
    currency: first['currency'],
    token: first['ccToken'],
    sandbox: figuresOf(family),
    ...lookupOverrides,
    ...overridesById.get(id),
  };
}

/** A VOID takes back all; of the others each is whole. */
function figuresOf(family: readonly Billed[]) {
  const of = (...methods: string[]) =>
    family.find(({ method = '' }) => methods.includes(method))?.['amount'] ?? '0.00';
  const isVoided = family.some(({ method }) => method === 'VOID');
  const captured = of('SALE', 'SALE_3DS', 'CHARGE');
  return {
    authorised: family[0]?.['amount'],
    captured: isVoided ? '0.00' : captured,
    capture_pending: '0.00',
    refunded: of('REFUND'),
    refund_pending: '0.00',
    remaining: isVoided || captured !== '0.00' ? '0.00' : of('AUTH', 'AUTH_3DS'),
  };
}
