declare module 'virtual:lazy-part' {
  /** Of the script with the lazy part: its address has it, too. */
  export const integrity: string;
}
