import type { FrameToPage } from '../../contract/frame/frame-calls.ts';
import { originOf } from '../base/base-url.ts';
import { atEnd } from '../base/lifetime.ts';
import { openThreeDsBox, type ThreeDsBox } from './threeds-box.ts';

/** Shows the challenge that the frame tells of; `cancel` asks the frame to stop it. */
export function createChallenges(
  lifetime: AbortSignal,
  cancel: () => void,
): Pick<FrameToPage, 'showChallenge' | 'closeChallenge'> {
  let box: ThreeDsBox | undefined;
  const closeChallenge = () => {
    box?.close();
    box = undefined;
  };
  atEnd(lifetime, closeChallenge);
  return {
    closeChallenge,
    showChallenge(challenge) {
      // Any other address would run in the page itself.
      if (!originOf(challenge.boxUrl)) return;
      box ??= openThreeDsBox(challenge, cancel);
      box.renew(challenge);
    },
  };
}
