// What a script adds to the pages, which can be read without: copy, the chosen language, search and Send.
import { addSendForm } from './send.js';

const LANGUAGE = 'docs-language';

/** The browser may refuse to keep anything. */
function kept(act) {
  try {
    return act(localStorage);
  } catch {
    return null;
  }
}

for (const choice of document.querySelectorAll('input[name="language"]')) {
  if (kept((store) => store.getItem(LANGUAGE)) === choice.value) choice.checked = true;
  choice.addEventListener('change', () => kept((store) => store.setItem(LANGUAGE, choice.value)));
}

for (const block of document.querySelectorAll('pre')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.textContent ?? '');
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1500);
  });
  const frame = document.createElement('div');
  frame.className = 'copyable';
  block.replaceWith(frame);
  frame.append(block, button);
}

for (const form of document.querySelectorAll('form.send')) addSendForm(form);

function addSearch(finder) {
  const opener = document.createElement('button');
  opener.type = 'button';
  opener.className = 'search-opener';
  const hint = document.createElement('kbd');
  hint.textContent = '/';
  hint.ariaHidden = 'true';
  opener.append('Search', hint);
  finder.append(opener);
  // What searches, and what is searched, are loaded on first use.
  const open = async () => {
    const { openSearch } = await import('/docs/assets/search.js');
    openSearch();
  };
  opener.addEventListener('click', open);
  addEventListener('keydown', async (event) => {
    const isTyping = event.target instanceof Element && event.target.matches('input, select, textarea');
    const isShortcut =
      (event.key === '/' && !isTyping) || (event.key === 'k' && (event.ctrlKey || event.metaKey));
    if (!isShortcut) return;
    event.preventDefault();
    await open();
  });
}

const finder = document.querySelector('.finder');
if (finder) addSearch(finder);
