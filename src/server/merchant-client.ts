import type { BillingAnswer, FollowUpMethod, StartMethod } from '../contract/billing/billing.ts';
import type { TransactionAnswer, TransactionRecord } from '../contract/billing/transaction.ts';
import type { ErrorBody } from '../contract/error-body.ts';
import type { LoginAnswer, MetadataAnswer, RefreshTokenAnswer } from '../contract/forms/users.ts';
import type { WellFormed } from '../contract/forms/well-formed.ts';
import type { Answer, Call } from './attempt-call.ts';
import { callService } from './call-service.ts';
import { type GiveBackRequest, giveBack } from './give-back.ts';
import { apiError } from './merchant-api-error.ts';
import type {
  BillingRequest,
  BillingResult,
  CallOptions,
  FollowUpRequest,
  LoginRequest,
  Metadata,
  RefreshTokenRequest,
  StartRequest,
  VoidRequest,
} from './merchant-requests.ts';

export type MerchantClientOptions = {
  /** Never in a page. */
  readonly secretKey: string;
  /** Address of the service, such as `http://127.0.0.1:4000`. */
  readonly baseUrl: string;
  /** Milliseconds per attempt. Default: 20,000. */
  readonly timeoutMs?: number;
  /**
   * How often to retry a call that got no usable answer, or a refusal that may be retried within 5 s. Retries
   * use the same idempotency key. Default: 2.
   */
  readonly retries?: number;
};

/** A literal that is no secret key does not compile; one from the environment is looked at when it runs. */
type SecretKey<Key extends string> = { readonly secretKey: Key } & WellFormed<
  Key,
  `sk_${string}`,
  'wanted a secret key, which begins with sk_'
>;

export type MerchantClient = ReturnType<typeof createMerchantClient>;

/**
 * The service as a merchant's backend calls it. Every method raises `MerchantApiError` when it is refused or gets no
 * answer; a declined card is a result. Raises `TypeError` at once for options that no call can be made with. Spec: Endpoints
 * 1 to 5.
 */
export function createMerchantClient<Key extends string>(options: MerchantClientOptions & SecretKey<Key>) {
  const requests = createRequests(options);
  return { ...userCalls(requests), ...billingCalls(requests) };
}

type Requests = ReturnType<typeof createRequests>;

/** No regular expression: on a text of slashes its time grows with the square of the length. */
function withoutSlashesAtEnd(address: string): string {
  let end = address.length;
  while (address[end - 1] === '/') end -= 1;
  return address.slice(0, end);
}

function createRequests({ secretKey, baseUrl, timeoutMs = 20_000, retries = 2 }: MerchantClientOptions) {
  refuseUnusable({ secretKey, baseUrl });
  const settings = { baseUrl: withoutSlashesAtEnd(baseUrl), timeoutMs, retries };
  return {
    get: <Body>(path: string) => callService<Body>(settings, { method: 'GET', path, headers: { secretKey } }),
    post: <Body>(path: string, values: object, headers: Call['headers'] = {}) =>
      callService<Body>(settings, {
        method: 'POST',
        path,
        form: formOf(values),
        headers: { secretKey, ...headers },
      }),
    postAsUser: <Body>(path: string, values: object, accessToken: string) => {
      const headers = { Authorization: accessToken };
      return callService<Body>(settings, { method: 'POST', path, form: formOf(values), headers });
    },
  };
}

/** Raises at once, because an error at the first call would look as if that call had been sent. */
function refuseUnusable({ secretKey, baseUrl }: Pick<MerchantClientOptions, 'secretKey' | 'baseUrl'>) {
  if (!/^[\x21-\x7e]+$/.test(secretKey ?? '')) {
    throw new TypeError(
      "Cannot create the client: 'secretKey' is empty or no key, expected one such as sk_…",
    );
  }
  if (isServiceAddress(baseUrl)) return;
  throw new TypeError(
    "Cannot create the client: 'baseUrl' is no address to call, expected one such as http://127.0.0.1:4000",
  );
}

/** Whether a path can be appended: the address has no query and no hash. `fetch` takes no user name. */
function isServiceAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && username + search + hash === '';
}

function userCalls({ post, postAsUser }: Requests) {
  return {
    /** A refresh token and its `hint`, both for `sdk.auth.connect` on your page. */
    refreshToken: async (
      request: RefreshTokenRequest = {},
    ): Promise<Pick<RefreshTokenAnswer, 'refreshToken' | 'hint'>> => {
      const answer = await post<RefreshTokenAnswer>('/users/api/v1/refresh_token', request);
      const { refreshToken, hint } = requireAccepted(answer);
      return { refreshToken, hint };
    },

    /** An access token to act as a user, for 15 minutes. */
    login: async (request: LoginRequest): Promise<LoginAnswer> =>
      requireAccepted(await post<LoginAnswer>('/users/api/v1/user/login', request)),

    /** Merges keys into the metadata of the user the access token stands for; null removes a key. */
    updateMetadata: async (accessToken: string, metadata: Metadata): Promise<void> => {
      requireAccepted(
        await postAsUser<MetadataAnswer>('/users/api/v1/user/metadata', { metadata }, accessToken),
      );
    },
  };
}

function billingCalls({ get, post }: Requests) {
  const bill = async (request: BillingRequest, options: CallOptions = {}): Promise<BillingResult> => {
    refuseNoMerchant(request);
    const key = options.idempotencyKey ?? crypto.randomUUID();
    return billingResult(
      await post<BillingAnswer>('/wallet/api/v1/billing', request, { 'Idempotency-Key': key }),
    );
  };
  const lookup = async (transactionId: string): Promise<TransactionRecord | undefined> => {
    const path = `/wallet/api/v1/transactions/${encodeURIComponent(transactionId)}`;
    const answer = await get<TransactionAnswer>(path);
    if (isRefusal(answer.body) && answer.body.error.code === 'transaction_not_found') return undefined;
    return requireAccepted(answer).transaction;
  };
  return {
    /**
     * Any billing method; those below are this one with the method filled in. A start, such as SALE, names its merchant by
     * `merchant_id` or `merchantRef`; without either it raises `TypeError`, and nothing is sent.
     */
    bill,
    sale: (request: StartRequest, options?: CallOptions) => bill({ ...request, method: 'SALE' }, options),
    auth: (request: StartRequest, options?: CallOptions) => bill({ ...request, method: 'AUTH' }, options),
    charge: (request: FollowUpRequest, options?: CallOptions) =>
      bill({ ...request, method: 'CHARGE' }, options),
    refund: (request: FollowUpRequest, options?: CallOptions) =>
      bill({ ...request, method: 'REFUND' }, options),
    /** Whole, never in part. */
    void: (request: VoidRequest, options?: CallOptions) => bill({ ...request, method: 'VOID' }, options),

    /**
     * Gives back all that is left of a payment, such as a surplus, by its record of the lookup: VOID of what is reserved, REFUND of
     * what is captured. True once it has gone back or is on its way; false where it was refused, has failed since, a capture is
     * under way, or nothing was ever taken: your staff have to look. Called again after `answer_lost`, it gives back nothing twice.
     */
    giveBack: (record: GiveBackRequest) => giveBack({ bill, lookup }, record),

    /** Undefined when your account has no such transaction. */
    lookup,
  } satisfies Record<Lowercase<FollowUpMethod>, unknown> & Record<string, unknown>;
}

const STARTS: Readonly<Record<StartMethod, true>> = {
  SALE: true,
  AUTH: true,
  SALE_3DS: true,
  AUTH_3DS: true,
};

/** A caller without types may name neither. */
function refuseNoMerchant({ method, merchant_id, merchantRef }: BillingRequest) {
  if (!(method in STARTS) || merchant_id !== undefined || merchantRef !== undefined) return;
  throw new TypeError(
    `Cannot bill by ${method}: no merchant is named, expected 'merchant_id' or 'merchantRef', such as 1001`,
  );
}

function billingResult({ status, body }: Answer<BillingAnswer>): BillingResult {
  if (!isRefusal(body)) return { outcome: 'accepted', transaction: body.transaction, pm: body.pm };
  if (!isDecline(body)) throw apiError(status, body);
  const { error, transaction, pm } = body;
  return { outcome: 'declined', declineCode: error.decline_code, error, transaction, pm };
}

function requireAccepted<Body extends object>({ status, body }: Answer<Body>): Body {
  if (isRefusal(body)) throw apiError(status, body);
  return body;
}

function isRefusal(body: object): body is ErrorBody {
  return 'error' in body;
}

/** A refusal that carries the transaction is a result of it. */
function isDecline(body: ErrorBody): body is ErrorBody & Omit<BillingAnswer, 'status'> {
  return 'transaction' in body && 'pm' in body;
}

/** Sends objects as JSON text, and omits absent values. */
function formOf(values: object): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null) form.set(name, formValue(value));
  }
  return form;
}

function formValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? '1' : '0';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
