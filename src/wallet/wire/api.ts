import * as z from 'zod/mini';
import type { ErrorCode } from '../../contract/errors.ts';
import type { PaymentMethod } from '../../contract/payment-method.ts';
import {
  type AliasForm,
  type CardForm,
  MethodsAnswer,
  PaymentMethodAnswer,
  type SavedCard,
} from '../../contract/wallet-api.ts';
import type { AccessToken } from './access-token.ts';
import { WalletError } from './wallet-error.ts';

/** A form as it is written on the wire, from what its schema gives. */
type Written<Form> = { readonly [Name in keyof Form]: string | number | boolean };

export type WalletApi = {
  listMethods(): Promise<SavedCard[]>;
  addCard(form: CardForm): Promise<PaymentMethod>;
  /** The card as it is kept. */
  keepCard(form: CardForm & { readonly view: 'MANAGE' }): Promise<SavedCard>;
  changeMethod(id: number, change: 'remove' | 'restore' | 'default'): Promise<SavedCard[]>;
  handOver(form: AliasForm): Promise<PaymentMethod>;
};

const Refusal = z.object({
  error: z.object({ code: z.string(), message: z.string(), param: z.optional(z.string()) }),
});

/** The service and this frame are one build: a code it sends is one of the contract's. */
const knownCode = (code: string) => code as ErrorCode;

const failure = (state: string, cause?: unknown) =>
  new WalletError({ code: 'service_unreachable', message: `Calling the service: ${state}` }, { cause });

async function send(request: () => Promise<Response>): Promise<Response> {
  if (!navigator.onLine) throw offline();
  try {
    return await request();
  } catch (error) {
    if (!navigator.onLine) throw offline(error);
    throw failure('found no answer', error);
  }
}

export const offline = (cause?: unknown) =>
  new WalletError({ code: 'offline', message: 'Calling the service: found no network' }, { cause });

async function readAnswer<Schema extends z.core.$ZodType>(response: Response, schema: Schema) {
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    const refusal = z.safeParse(Refusal, body);
    if (!refusal.success) throw failure(`found status ${response.status} without a reason`);
    const { code, message, param } = refusal.data.error;
    const details = { code: knownCode(code), message };
    throw new WalletError(param === undefined ? details : { ...details, param });
  }
  const answer = z.safeParse(schema, body);
  if (!answer.success) throw failure('found an answer of another shape');
  return answer.data;
}

const write = (form: Written<object>) =>
  new URLSearchParams(
    Object.entries(form).map(([name, value]) => [
      name,
      String(typeof value === 'boolean' ? Number(value) : value),
    ]),
  );

/** Calls of the frame's own origin; a token that ended is renewed and the call repeated once. */
export function createApi({ accessToken, base }: { accessToken: AccessToken; base: URL }): WalletApi {
  async function call<Schema extends z.core.$ZodType>(
    path: string,
    { schema, form }: { schema: Schema; form?: Written<object> },
  ) {
    const request = (token: string) =>
      send(() =>
        fetch(new URL(path, base), {
          method: form ? 'POST' : 'GET',
          headers: { Authorization: `Bearer ${token}` },
          ...(form ? { body: write(form) } : {}),
        }),
      );
    const token = await accessToken.current();
    const response = await request(token);
    if (response.status !== 401) return readAnswer(response, schema);
    return readAnswer(await request(await accessToken.renewed(token)), schema);
  }

  async function keepCard(form: CardForm): Promise<SavedCard> {
    const { savedCard } = await call('cards', { schema: PaymentMethodAnswer, form });
    if (savedCard) return savedCard;
    throw failure('found no kept card in the answer');
  }

  return {
    keepCard,
    changeMethod: async (id, change) =>
      (await call(`methods/${id}/${change}`, { schema: MethodsAnswer, form: {} })).methods,
    listMethods: async () => (await call('methods', { schema: MethodsAnswer })).methods,
    addCard: async (form) => (await call('cards', { schema: PaymentMethodAnswer, form })).paymentMethod,
    handOver: async (form) => (await call('aliases', { schema: PaymentMethodAnswer, form })).paymentMethod,
  };
}
