import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';

/** The cookie stands for a real shop's login: whoever has it is that user, with its orders and saved cards. */
export function shopperOf(c: Context): string {
  const known = getCookie(c, 'shopper');
  if (known && /^user-[0-9a-f-]{36}$/.test(known)) return known;
  const shopper = `user-${crypto.randomUUID()}`;
  setCookie(c, 'shopper', shopper, { httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 31_536_000 });
  return shopper;
}
