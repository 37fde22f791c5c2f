/** Lets the browser paint and handle input first. On a slow machine shoppers notice one long task, but not two half as long. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
