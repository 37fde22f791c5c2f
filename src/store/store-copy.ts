/** A file of a copied store. Its content has exactly `size` bytes. */
export type CopiedFile = {
  /** A path below the store, with `/` at its end for a directory. */
  readonly name: string;
  readonly size: number;
  readonly content: AsyncIterable<Uint8Array>;
};

type StoreKind = 'embedded' | 'postgresql';

/** How a store is copied while it is in use. */
export type StoreCopy = {
  readonly kind: StoreKind;
  /**
   * One consistent copy, with all that was committed before the first file was read. Raises `StoreError`. A caller that
   * stops early returns the generator, which then ends the engine's copy.
   */
  files(): AsyncGenerator<CopiedFile, void>;
};

export async function* noContent(): AsyncGenerator<Uint8Array, void> {}
