declare module 'virtual:refused-frame' {
  /** Program of the document in place of a frame that is refused. */
  export const script: string;
}
