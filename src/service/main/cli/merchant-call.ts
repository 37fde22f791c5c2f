import { ErrorBody } from '../../../contract/error-body.ts';
import type { CommandIo } from './task.ts';

type MerchantCall = {
  readonly path: string;
  readonly secretKey: string;
  /** Sent by POST; without it a GET. */
  readonly form?: Readonly<Record<string, string>>;
};

/**
 * Calls the service as a merchant's backend does. A decline is an answer; any other refusal rejects with its message.
 */
export async function merchantAnswer(
  { call, serviceAddress }: Pick<CommandIo, 'call' | 'serviceAddress'>,
  { path, secretKey, form }: MerchantCall,
) {
  const init = { headers: { secretKey }, ...(form && { method: 'POST', body: new URLSearchParams(form) }) };
  const answer = await call(path, init).catch((cause: unknown) => {
    throw new Error(
      `Cannot reach the service at ${serviceAddress}: start it with npm run service or npm start`,
      { cause },
    );
  });
  const body: unknown = await answer.json();
  const refusal = ErrorBody.safeParse(body).data?.error;
  if (refusal && refusal.decline_code === undefined) throw new Error(refusal.message);
  return { body, declineCode: refusal?.decline_code };
}
