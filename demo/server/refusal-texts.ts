import { isTextKey, type Language, textIn } from '../texts/texts.ts';
import type { Refusal } from './orders.ts';

/**
 * What is told of a decline. Lost, stolen and suspected fraud read like any other no: the person at the keyboard need not
 * be the card's holder.
 */
export function refusalFor(declineCode = 'declined'): Refusal {
  return { code: isTextKey(`refusal.${declineCode}`) ? declineCode : 'declined' };
}

/** A sentence for the shopper; a code of the service, which is for developers, gets the plainest. */
export function refusalText({ code }: Refusal, language: Language): string {
  const key = `refusal.${code}`;
  return textIn(language, isTextKey(key) ? key : 'refusal.failed');
}
