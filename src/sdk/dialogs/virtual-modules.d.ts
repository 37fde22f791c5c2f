declare module 'virtual:dialogs-script' {
  /** Of `dialogs.js`, which has it as its address. */
  export const integrity: string;
}
