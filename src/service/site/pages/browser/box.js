// The challenge box: the fingerprint step, then the challenge, each posted into its frame.

/** How long the issuer may take for its fingerprint. */
const METHOD_MS = 10_000;
const METHOD_END = '/3ds/method';

const method = document.getElementById('method');
const challenge = document.getElementById('challenge');
const methodFrame = document.getElementById('method-frame');
const size = document.getElementById('window-size');
let hasStarted = false;

/** What the wallet says of its dialog. */
const told = new URLSearchParams(location.hash.slice(1));
const theme = told.get('theme');
if (theme === 'light' || theme === 'dark') document.documentElement.style.colorScheme = theme;

/** EMV's window sizes: as the shop's page chose it, else by the room there is. */
function windowSize() {
  const chosen = told.get('size') ?? '';
  if (/^0[1-5]$/.test(chosen)) return chosen;
  const { innerWidth: width, innerHeight: height } = window;
  if (width < 390 || height < 400) return '05';
  if (width >= 500 && height >= 600) return '03';
  return width >= 600 ? '04' : '02';
}

function startChallenge() {
  if (hasStarted || !(challenge instanceof HTMLFormElement)) return;
  hasStarted = true;
  if (size instanceof HTMLInputElement) size.value = windowSize();
  challenge.submit();
}

/** The issuer's page is of another origin and cannot be looked at; the one it ends on is the service's. */
function endPath() {
  try {
    return methodFrame instanceof HTMLIFrameElement
      ? methodFrame.contentWindow?.location.pathname
      : undefined;
  } catch {
    return undefined;
  }
}

methodFrame?.addEventListener('load', () => {
  if (endPath() === METHOD_END) startChallenge();
});
// An acquirer's bank has no fingerprint step here.
if (method instanceof HTMLFormElement) {
  setTimeout(startChallenge, METHOD_MS);
  method.submit();
} else startChallenge();

// In a window of its own it has a heading, and a way back.
if (window.top === window) {
  document.getElementById('back')?.removeAttribute('hidden');
  document.querySelector('h1')?.classList.remove('unseen');
}

// Chromium itself does not say what a shop's policy keeps from the bank; others do not let it be asked.
const needed = ['payment', 'publickey-credentials-get'];
const denied = needed.filter((feature) => document.featurePolicy?.allowsFeature(feature) === false);
if (denied.length > 0) {
  // biome-ignore lint/suspicious/noConsole: the shop's developer is who can act on it.
  console.warn(
    `Challenge box: the shop's Permissions-Policy denies ${denied.join(' and ')}, so the bank cannot ask for a passkey; allow them for this origin and the bank's`,
  );
}
