import * as z from 'zod/mini';

/**
 * `frame.json`, which the wallet's build writes beside `frame.html`: what the service needs to serve that document in any
 * locale under its Content-Security-Policy. Hashes are in that header's form, unquoted.
 */
export const FrameManifest = z.object({
  styleHash: z.string(),
  hintsHash: z.string(),
  loaderHash: z.string(),
  /** A brand's mark in the form; the service repeats it for each accepted brand. */
  mark: z.string(),
  /** Of the texts of all locales: changes with any of them. */
  textsVersion: z.string(),
  /** By tag. The document is in English; the service replaces its form and script by another locale's. */
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
