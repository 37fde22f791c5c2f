import * as z from 'zod/mini';
import type { Method, Refusal } from './orders.ts';
import { refusalOf } from './refusal-texts.ts';

/** What the service's lookup says of a transaction; only what this shop compares. */
const TransactionRecord = z.looseObject({
  transaction_id: z.string(),
  order_id: z.string(),
  method: z.string(),
  status: z.enum(['PENDING', 'SUCCESS', 'FAILURE']),
  amount: z.number(),
  currency: z.string(),
  /** What became of the payment since. */
  sandbox: z.looseObject({ captured: z.string(), refunded: z.string() }),
});
export type TransactionRecord = z.infer<typeof TransactionRecord>;

export type Billing = {
  readonly method: Method;
  /** "48.50" */
  readonly amount: string;
  readonly currency: string;
  readonly orderID: string;
  readonly transactionID: string;
  readonly ccToken?: string;
  readonly merchant_id?: string;
  readonly callback_url?: string;
};

/** No answer, or none that says what happened: look the transaction up before telling anyone anything. */
export class ServiceUnreachable extends Error {
  /** Nobody listened, so nothing can have happened. */
  get nothingSent(): boolean {
    return NotConnected.safeParse(this.cause).success;
  }
}

const NotConnected = z.object({ cause: z.object({ code: z.enum(['ECONNREFUSED', 'ENOTFOUND']) }) });

export type WalletService = ReturnType<typeof walletService>;

/** The service's endpoints this shop needs. Every call carries the secret key, so all of them stay here. */
export function walletService({ url, secretKey }: { url: string; secretKey: string }) {
  async function call(path: string, form?: Record<string, string>) {
    try {
      const response = await fetch(url + path, {
        method: form ? 'POST' : 'GET',
        headers: { secretKey },
        ...(form && { body: new URLSearchParams(form) }),
        signal: AbortSignal.timeout(20_000),
      });
      const body: unknown = await response.json();
      if (response.status < 500) return { status: response.status, body };
      throw new Error(`status ${response.status}`);
    } catch (cause) {
      throw new ServiceUnreachable(`Calling the wallet service at ${url} failed`, { cause });
    }
  }

  return {
    /** Without an id the token stands for a guest. */
    async refreshToken(externalID?: string): Promise<string> {
      const { status, body } = await call('/users/api/v1/refresh_token', externalID ? { externalID } : {});
      if (status !== 200) throw new Error(`Creating a refresh token failed: ${refusalOf(body).code}`);
      return z.object({ refreshToken: z.string() }).parse(body).refreshToken;
    },

    /** The refusal, or null when the service took it. Neither is proof: `lookup` is. */
    async bill(billing: Billing): Promise<Refusal | null> {
      const { status, body } = await call('/wallet/api/v1/billing', billing);
      return status === 200 ? null : refusalOf(body);
    },

    /** Undefined when the service has no such transaction. */
    async lookup(transactionId: string): Promise<TransactionRecord | undefined> {
      const { status, body } = await call(`/wallet/api/v1/transactions/${encodeURIComponent(transactionId)}`);
      if (status === 404) return undefined;
      if (status !== 200) throw new Error(`Looking a transaction up failed: ${refusalOf(body).code}`);
      return z.object({ transaction: TransactionRecord }).parse(body).transaction;
    },
  };
}
