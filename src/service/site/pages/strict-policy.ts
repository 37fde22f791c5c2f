/**
 * A Content-Security-Policy that allows what it names, and no other content: no base address, and no HTML made from
 * text. `allowed`: directives of what a page may load, and `others`: of where it may lead to and who may frame it,
 * before and after `base-uri`.
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
