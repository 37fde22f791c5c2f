/** How large a request may be; beyond it 413, 431, 414 or 400. Spec: Limits (not shown). */
export const SIZE_LIMITS = {
  /** Bytes. */
  body: 64 * 1024,
  /** Bytes of all request headers. */
  headers: 16 * 1024,
  /** Characters of path and query. */
  url: 2048,
  /** Form parameters. */
  parameters: 100,
  /** Bytes of the JSON that a page gives as `metadata`: anybody may have written it. A backend's has bounds of its own. */
  pageMetadata: 2048,
} as const;
