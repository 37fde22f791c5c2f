/** Lets paint and input come before what follows: on a weak machine one long task is felt, two of half its length are not. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
