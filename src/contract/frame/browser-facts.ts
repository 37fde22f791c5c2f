import * as z from 'zod/mini';

const pixels = z.int().check(z.minimum(0), z.maximum(999_999));

/**
 * What EMV 3-D Secure wants to know of a browser and a frame can tell. The frame encrypts it with card or code, so that no page
 * sees it.
 */
export const BrowserFacts = z.object({
  /** Bits for each pixel, one of EMV's values. */
  colorDepth: z.literal([1, 4, 8, 15, 16, 24, 32, 48]),
  javaEnabled: z.boolean(),
  javaScriptEnabled: z.literal(true),
  /** BCP 47. */
  language: z.string().check(z.regex(/^[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8}){0,3}$/)),
  screenHeight: pixels,
  screenWidth: pixels,
  /** Minutes from local time to UTC. */
  timeZoneOffset: z.int().check(z.minimum(-14 * 60), z.maximum(12 * 60)),
});
export type BrowserFacts = z.infer<typeof BrowserFacts>;
