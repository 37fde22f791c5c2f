import { isTextKey, type Language, textIn } from '../texts/texts.ts';
import type { Refusal } from './orders.ts';

export const declined: Refusal = { code: 'declined' };

/**
 * What is told of a decline. Lost, stolen and suspected fraud read like any other no: the person at the keyboard need not
 * be the card's holder.
 */
export function refusalFor(declineCode = '', otherwise: Refusal = declined): Refusal {
  return isTextKey(`refusal.${declineCode}`) ? { code: declineCode } : otherwise;
}

/** A sentence for the shopper; a code of the service, which is for developers, gets the plainest. */
export function refusalText({ code }: Refusal, language: Language): string {
  const key = `refusal.${code}`;
  return textIn(language, isTextKey(key) ? key : 'refusal.failed');
}
