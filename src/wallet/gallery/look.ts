/** What the address asks for: `?locale=ar&theme=dark&labels=floating&width=320`. */
export type Look = {
  readonly locale: string;
  readonly theme: string;
  readonly labels: string;
  /** Of each frame, CSS pixels. */
  readonly width: number;
};

export function readLook(search: string): Look {
  const given = new URLSearchParams(search);
  return {
    locale: given.get('locale') ?? 'en',
    theme: given.get('theme') ?? 'light',
    labels: given.get('labels') ?? 'above',
    width: Number(given.get('width') ?? 440),
  };
}
