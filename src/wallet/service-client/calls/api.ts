import * as z from 'zod/mini';
import {
  InstantAnswer,
  type InstantForm,
  type InstantPayment,
} from '../../../contract/billing/instant-api.ts';
import type { ErrorCode } from '../../../contract/errors/errors.ts';
import {
  type AliasForm,
  CardAnswer,
  type CardForm,
  type EditForm,
  MethodsAnswer,
  PaymentMethodAnswer,
  type SavedCard,
  VaultKeyAnswer,
} from '../../../contract/frame/wallet-api.ts';
import { noAnswerError, unreachableError } from '../../errors/service-errors.ts';
import { WalletError } from '../../errors/wallet-error.ts';
import type { AccessToken } from '../../session/access-token.ts';

/** For each request, until its answer is complete. */
export const TIMEOUT_MS = 10_000;

/** The fields of a form before they are encoded, from the output of its schema. */
type FormFields<Form> = { readonly [Name in keyof Form]: string | number | boolean | undefined };

export type TokenizedMethod = Omit<PaymentMethodAnswer, 'status'>;

export type WalletApi = {
  listMethods(): Promise<SavedCard[]>;
  addCard(form: CardForm): Promise<TokenizedMethod>;
  /** Returns the saved card. */
  keepCard(form: CardForm & { readonly view: 'MANAGE' }): Promise<SavedCard>;
  changeMethod(id: number, change: 'remove' | 'restore' | 'default'): Promise<SavedCard[]>;
  editMethod(id: number, form: EditForm): Promise<SavedCard[]>;
  addAlias(form: AliasForm): Promise<TokenizedMethod>;
  readVaultKey(): Promise<VaultKeyAnswer>;
  startInstant(form: InstantStart): Promise<InstantPayment>;
  readInstant(attempt: string): Promise<InstantPayment>;
  cancelInstant(attempt: string): Promise<InstantPayment>;
};

/** An `InstantForm` before it is encoded; undefined fields are left out. */
export type InstantStart = FormFields<Omit<InstantForm, 'attempt'>> & { readonly attempt: string };

const Refusal = z.object({
  error: z.object({ code: z.string(), message: z.string(), param: z.optional(z.string()) }),
});

/** The service and this frame are one build: a code it sends is one of the contract's. */
const knownCode = (code: string) => code as ErrorCode;

/** Sends also while the browser reports no network, because a sandbox's service is on the same machine. */
async function send(request: () => Promise<Response>): Promise<Response> {
  try {
    return await request();
  } catch (error) {
    throw noAnswerError('found no answer', error);
  }
}

async function readAnswer<Schema extends z.core.$ZodType>(response: Response, schema: Schema) {
  const body: unknown = await response.json().catch(unlessMalformed);
  if (!response.ok) {
    const refusal = z.safeParse(Refusal, body);
    if (!refusal.success) throw unreachableError(`found status ${response.status} without a reason`);
    const { code, message, param } = refusal.data.error;
    const details = { code: knownCode(code), message };
    throw new WalletError(param === undefined ? details : { ...details, param });
  }
  const answer = z.safeParse(schema, body);
  if (!answer.success) throw unreachableError('found an answer of another shape');
  return answer.data;
}

function unlessMalformed(error: unknown): null {
  if (error instanceof SyntaxError) return null;
  throw noAnswerError('found an answer that broke off', error);
}

const write = (form: FormFields<object>) =>
  new URLSearchParams(
    Object.entries(form)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(typeof value === 'boolean' ? Number(value) : value)]),
  );

type RequestOptions = {
  readonly form?: FormFields<object>;
  readonly headers?: Record<string, string>;
  /** When to give up. Default: after `TIMEOUT_MS`. */
  readonly signal?: AbortSignal;
};

/** Sends requests to the frame's own origin. If the token has ended, it renews it and repeats the request once. */
function createAsk({ accessToken, base, locale }: ServiceConnection) {
  return async (path: string, { form, headers, signal }: RequestOptions) => {
    const request = (token: string) =>
      send(() =>
        fetch(new URL(path, base), {
          method: form ? 'POST' : 'GET',
          headers: { ...headers, 'Accept-Language': locale(), Authorization: `Bearer ${token}` },
          ...(form ? { body: write(form) } : {}),
          signal: signal ?? AbortSignal.timeout(TIMEOUT_MS),
        }),
      );
    const token = await accessToken.get();
    const response = await request(token);
    return response.status === 401 ? request(await accessToken.renew(token)) : response;
  };
}

export type ServiceConnection = {
  readonly accessToken: AccessToken;
  readonly base: URL;
  /** The current language, in which the service writes pages that a call leads to. */
  locale(): string;
};

/** `call` parses the answer, `ask` returns the response. */
export function createServiceCalls(connection: ServiceConnection) {
  const ask = createAsk(connection);
  const call = async <Schema extends z.core.$ZodType>(
    path: string,
    { schema, ...rest }: RequestOptions & { schema: Schema },
  ) => readAnswer(await ask(path, rest), schema);
  return { ask, call };
}

export function createApi(connection: ServiceConnection): WalletApi {
  const { call } = createServiceCalls(connection);

  async function keepCard(form: CardForm): Promise<SavedCard> {
    const { savedCard } = await call('cards', { schema: CardAnswer, form });
    if (savedCard) return savedCard;
    throw unreachableError('found no kept card in the answer');
  }

  const payment = async (path: string, form?: FormFields<object>) =>
    (await call(path, { schema: InstantAnswer, ...(form && { form }) })).payment;

  return {
    keepCard,
    startInstant: (form) => payment('instant', form),
    readInstant: (attempt) => payment(`instant/${attempt}`),
    cancelInstant: (attempt) => payment(`instant/${attempt}/cancel`, {}),
    changeMethod: async (id, change) =>
      (await call(`methods/${id}/${change}`, { schema: MethodsAnswer, form: {} })).methods,
    editMethod: async (id, form) =>
      (await call(`methods/${id}/edit`, { schema: MethodsAnswer, form })).methods,
    listMethods: async () => (await call('methods', { schema: MethodsAnswer })).methods,
    addCard: (form) => call('cards', { schema: PaymentMethodAnswer, form }),
    addAlias: (form) => call('aliases', { schema: PaymentMethodAnswer, form }),
    readVaultKey: () => call('vault-key', { schema: VaultKeyAnswer }),
  };
}
