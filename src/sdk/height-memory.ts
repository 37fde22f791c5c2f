/** CSS pixels at which the wallet at an address came to rest last, in this tab; 0 when none is known. */
export function rememberedHeight(address: URL): number {
  try {
    return Number(sessionStorage.getItem(address.href)) || 0;
  } catch {
    return 0;
  }
}

export function rememberHeight(address: URL, height: unknown): void {
  try {
    sessionStorage.setItem(address.href, String(height));
  } catch {
    // A page that may keep nothing begins with the default again.
  }
}
