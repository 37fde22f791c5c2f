// The challenge box while nobody knows what the acquirer answers: it looks again until there is something to show.

const LOOK_MS = 2000;

const main = document.querySelector('main');
const early = document.getElementById('early');
const late = document.getElementById('late');

const theme = new URLSearchParams(location.hash.slice(1)).get('theme');
if (theme === 'light' || theme === 'dark') document.documentElement.style.colorScheme = theme;

if (window.top === window) document.getElementById('back')?.removeAttribute('hidden');

async function look() {
  try {
    const answer = await fetch(`${location.pathname}/state`, { cache: 'no-store' });
    const { waits } = await answer.json();
    if (waits === false) return location.reload();
  } catch {
    // The line may be down for a moment.
  }
  setTimeout(look, LOOK_MS);
}
setTimeout(look, LOOK_MS);

setTimeout(
  () => {
    early?.setAttribute('hidden', '');
    late?.removeAttribute('hidden');
  },
  Number(main?.dataset['lateInMs'] ?? 0),
);
