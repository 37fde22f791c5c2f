import * as z from 'zod/mini';
import { HolderName } from '../billing/merchant-settings.ts';
import { IssuerCode } from '../cards/method-codes.ts';
import type { Appearance } from '../forms/appearance.ts';
import { Provider, ProviderUse } from '../forms/provider-names.ts';

/**
 * What the frame document carries in `<script type="application/json" id="boot">`, so that the form needs no request
 * before its first paint. Made by the service for publishable key, merchant, locale and the embedding page's origin:
 * `GET /wallet/frame?key=…&merchant=…&locale=…&origin=…`, with `nested=1` where that page stands in a frame itself.
 */
export const FrameBoot = z.object({
  merchantId: z.int(),
  /** Whether only a refresh token made for this merchant opens it. Absent: one made for none does, too. */
  ownOnly: z.optional(z.literal(true)),
  /** The resolved locale whose texts the document carries. */
  locale: z.string(),
  /** Ends the address of each locale's file: `locales/de-<version>.js`. */
  textsVersion: z.string(),
  /** The embedding page's origin, checked against the key's registered ones: the channel's only partner. */
  parentOrigin: z.string(),
  /** Brands the business accepts, in its order. */
  acceptedBrands: z.array(IssuerCode),
  /** For a card of two networks, the first of these is preselected. */
  preferredBrands: z.array(IssuerCode),
  /** Whether the form asks for the name on the card. */
  holderName: HolderName,
  /** Providers' methods that the merchant takes, in its order. Device and view decide which of them are offered. */
  offers: z.array(z.object({ method: Provider, use: ProviderUse })),
  /** The service's time, epoch milliseconds: expiry dates are judged by it. */
  serviceTime: z.number(),
});
export type FrameBoot = z.infer<typeof FrameBoot>;

/**
 * How the first paint looks until `init` arrives, as the fragment of the frame's address, so that no other view or look
 * flashes up: `#view=MANAGE&theme=dark&page=light&labels=above&layout=tabs&express=googlepay&rows=2`. A missing or misspelt
 * one has its default.
 */
export type FirstPaintSettings = {
  /** `MANAGE`; anything else is the checkout. */
  readonly view: unknown;
  readonly theme: Theme;
  /** What `auto` takes. If `theme` is another one, the wallet has its own background. */
  readonly page: PageTheme;
  /** `floating`; anything else is above. */
  readonly labels: unknown;
  /** `tabs`; anything else is the accordion. */
  readonly layout: unknown;
  /** Names of providers' methods with a button above the rows, separated by commas. */
  readonly express: unknown;
  /** How many saved methods there are, if the page knows. A number that this tab has stored counts first. */
  readonly rows?: string;
  /** JSON of the appearance's variables, unchecked. The frame ignores values that could load a resource. */
  readonly variables: string | undefined;
};
export type Theme = NonNullable<Appearance['theme']>;

/**
 * What the wallet's place on the page looks like. `lightish` and `darkish`: a ground in between, on which only black or only white
 * text is readable. `auto`, of HTML that a server wrote: as the device.
 */
export type PageTheme = Theme | 'lightish' | 'darkish';

/** A provider's method, and how the merchant takes it. */
export type Offer = FrameBoot['offers'][number];
