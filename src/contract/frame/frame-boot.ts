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
  /** The embedding page's origin, checked against the key's registered ones: the channel's only partner. */
  parentOrigin: z.string(),
  /** Brands the business accepts, in its order. */
  acceptedBrands: z.array(IssuerCode),
  /** Of a card of two networks the first of these is chosen before the shopper chooses. */
  preferredBrands: z.array(IssuerCode),
  /** Whether the form asks for the name on the card. */
  holderName: HolderName,
  /** What the merchant takes of providers, in its order; the device and the view decide what of it is offered. */
  offers: z.array(z.object({ method: Provider, use: ProviderUse })),
  /** The service's time, epoch milliseconds: expiry dates are judged by it. */
  serviceTime: z.number(),
});
export type FrameBoot = z.infer<typeof FrameBoot>;

/**
 * What the first paint should look like until `init` has arrived, as the fragment of the frame's address:
 * `#view=MANAGE&theme=dark&page=light&labels=above&layout=tabs&express=googlepay&rows=2`. A hint left out or misspelt is the default. So no other
 * view or look flashes up.
 */
export type FirstPaintSettings = {
  /** `MANAGE`; anything else is the checkout. */
  readonly view: unknown;
  readonly theme: Theme;
  /** The page's: what `auto` comes to, and where an asked theme is another, the wallet has a ground of its own. */
  readonly page: Theme;
  /** `floating`; anything else is above. */
  readonly labels: unknown;
  /** `tabs`; anything else is the accordion. */
  readonly layout: unknown;
  /** Names the providers' methods that stand as buttons above the rows, with commas between them. */
  readonly express: unknown;
  /** How many saved methods there are, where the page knows; this tab's own memory knows better. */
  readonly rows?: string;
  /** JSON of the look's variables as the page gave them; the frame leaves out what could load. */
  readonly variables: string | undefined;
};
export type Theme = NonNullable<Appearance['theme']>;

/** A provider's method as a merchant takes it. */
export type Offer = FrameBoot['offers'][number];
