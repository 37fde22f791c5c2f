/** What the address asks for: `?locale=ar&theme=dark&labels=floating&width=320&motion=running`. */
export type Look = {
  readonly locale: string;
  readonly theme: string;
  readonly labels: string;
  /** Of each frame, CSS pixels. */
  readonly width: number;
  /** `still`: nothing runs out while somebody looks, and every look finds the same. */
  readonly motion: string;
};

export function readLook(search: string): Look {
  const given = new URLSearchParams(search);
  return {
    locale: given.get('locale') ?? 'en',
    theme: given.get('theme') ?? 'light',
    labels: given.get('labels') ?? 'above',
    width: Number(given.get('width') ?? 440),
    motion: given.get('motion') ?? 'still',
  };
}
