/**
 * A Content-Security-Policy that allows what it names and no other content: no base address, and no HTML made from text.
 * `sources`: directives for what a page may load. `others`: directives for where it may lead and who may frame it.
 */
export function strictPolicy(sources: readonly string[], others: readonly string[] = []): string {
  return [
    "default-src 'none'",
    ...sources,
    "base-uri 'none'",
    ...others,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}
