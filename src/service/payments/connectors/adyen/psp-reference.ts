import * as z from 'zod/mini';

/** The vendor's name of a payment or modification. It becomes part of an address, where no other may lead to another path. */
export const PspReference = z.string().check(z.regex(/^[A-Za-z0-9]{1,80}$/));
