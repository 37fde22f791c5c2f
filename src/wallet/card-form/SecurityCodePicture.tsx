import type { CodePlace } from '../card-input/card-texts.ts';

/** A card's back with the code at the end of its strip, or its front with the code above the number. */
export const SecurityCodePicture = ({ place }: { readonly place: CodePlace }) => (
  <svg class="code-picture" viewBox="0 0 36 24" width="36" height="24" aria-hidden="true" focusable="false">
    <rect class="code-picture-card" x="0.5" y="0.5" width="35" height="23" rx="3" />
    {place === 'front' ? (
      <>
        <rect class="code-picture-line" x="4" y="14" width="20" height="3" rx="1" />
        <rect class="code-picture-code" x="22" y="6" width="11" height="6" rx="3" />
      </>
    ) : (
      <>
        <rect class="code-picture-line" x="0.5" y="4" width="35" height="5" />
        <rect class="code-picture-code" x="22" y="12" width="11" height="6" rx="3" />
      </>
    )}
  </svg>
);
