import { useState } from 'preact/hooks';

const nothing = { copied: '', message: '' };
/** How long a text is said to be copied. */
const SHOWN_MS = 2000;

/** Copies texts. For a while `copied` is the last one, and `message` says whether it was possible. */
export function useCopy() {
  const [state, setState] = useState(nothing);
  const copy = async (text: string) => {
    const copied = { copied: text, message: 'Copied' };
    const failed = { copied: '', message: 'This browser does not let the page copy' };
    setState(
      await navigator.clipboard.writeText(text).then(
        () => copied,
        () => failed,
      ),
    );
    setTimeout(() => setState(nothing), SHOWN_MS);
  };
  return { ...state, copy };
}
