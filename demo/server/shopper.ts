import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';

/** The cookie stands for the login of a real shop: who has it is that user, with those orders and saved cards. */
export function shopperOf(c: Context): string {
  const known = getCookie(c, 'shopper');
  if (known && /^user-[0-9a-f-]{36}$/.test(known)) return known;
  const shopper = `user-${crypto.randomUUID()}`;
  setCookie(c, 'shopper', shopper, { httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 31_536_000 });
  return shopper;
}
