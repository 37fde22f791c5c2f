/** Read from the address: `?locale=ar&theme=dark&page=light&labels=floating&width=320&motion=running`. */
export type Look = {
  readonly locale: string;
  readonly theme: string;
  /** Of the page around the wallet. */
  readonly page: string;
  readonly labels: string;
  /** Of each frame, CSS pixels. */
  readonly width: number;
  /** `still`: animations are paused, so that every look shows the same. */
  readonly motion: string;
};

export function readLook(search: string): Look {
  const parameters = new URLSearchParams(search);
  const theme = parameters.get('theme') ?? 'light';
  return {
    locale: parameters.get('locale') ?? 'en',
    theme,
    page: parameters.get('page') ?? theme,
    labels: parameters.get('labels') ?? 'above',
    width: Number(parameters.get('width') ?? 440),
    motion: parameters.get('motion') ?? 'still',
  };
}
