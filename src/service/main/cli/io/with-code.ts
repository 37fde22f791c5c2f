import { StoreError } from '../../../../store/store-error.ts';

/** Says the code of a store's error in its message: a terminal shows no more than that. */
export async function withCode<T>(task: Promise<T>): Promise<T> {
  try {
    return await task;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    throw new Error(`${error.message} (${error.code})`, { cause: error });
  }
}
