import type { ComponentChildren } from 'preact';
import { isProviderCode } from '../../contract/billing/providers.ts';
import type { TextKey, Translate } from '../i18n/translate.ts';
import { Notice } from '../ui/Notice.tsx';
import type { Failure } from './model/focus-and-messages.ts';
import { reasonText } from './reason-text.ts';

type Props = {
  readonly failure: Failure;
  readonly t: Translate;
  /** Names the card, unless its row is above. */
  readonly children?: ComponentChildren;
};

/** A provider's method is not called a card. */
const textOf = ({ what, card }: Failure): TextKey =>
  what === 'remove' && isProviderCode(card.brand) ? 'manage.error.remove.method' : `manage.error.${what}`;

/** Says what failed for a card, and why. */
export function FailureNotice({ failure, t, children }: Props) {
  return (
    <Notice>
      <span>
        {children}
        {t(textOf(failure), { reason: t(reasonText(failure.error)) })}
      </span>
    </Notice>
  );
}
