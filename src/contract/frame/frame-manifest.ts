import * as z from 'zod/mini';

/**
 * `frame.json`, which the wallet's build writes beside `frame.html`: what the service needs to serve that document in any
 * locale under its policy. Hashes are spelt as a policy does, unquoted.
 */
export const FrameManifest = z.object({
  styleHash: z.string(),
  hintsHash: z.string(),
  loaderHash: z.string(),
  /** A brand's mark in a locale's form, which is to stand there once for each accepted brand. */
  mark: z.string(),
  /** By tag. The document carries English: another locale's form and script take the places of `locales.en`'s. */
  locales: z.record(
    z.string(),
    z.object({
      dir: z.enum(['ltr', 'rtl']),
      /** The first paint, as HTML. */
      form: z.string(),
      script: z.string(),
      scriptHash: z.string(),
    }),
  ),
});
export type FrameManifest = z.infer<typeof FrameManifest>;
