import type { Outcome } from '../../contract/frame/frame-calls.ts';
import { errorData, SdkError } from './sdk-error.ts';

/** What the frame answered, or its refusal as an `SdkError`. */
export async function takeValue<Value>(answer: Promise<Outcome<Value>>): Promise<Value> {
  const outcome = await answer;
  if (outcome.ok) return outcome.value;
  throw new SdkError(outcome.error);
}

/** An answer for the frame; what is not an `SdkError` is a fault of ours and stays a rejection. */
export async function outcomeOf<Value>(work: Promise<Value>): Promise<Outcome<Value>> {
  try {
    return { ok: true, value: await work };
  } catch (error) {
    if (error instanceof SdkError) return { ok: false, error: errorData(error) };
    throw error;
  }
}
