// Searches the pages in the browser. Loaded when somebody first searches.
import MiniSearch from 'minisearch';
import entries from '/docs/assets/index.js';

const MOST = 12;

/** Finds `retry` by `retries`, and `callback` by `callbacks`. */
function stem(term) {
  const word = term.toLowerCase();
  return word.length < 4 ? word : word.replace(/ies$/, 'y').replace(/(?<!s)s$/, '');
}

const index = new MiniSearch({
  fields: ['title', 'where', 'text'],
  processTerm: stem,
  storeFields: ['title', 'where', 'href'],
  idField: 'href',
  searchOptions: {
    boost: { title: 4, where: 2 },
    prefix: true,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
  },
});
index.addAll(entries);

const dialog = document.createElement('dialog');
dialog.className = 'search';
dialog.ariaLabel = 'Search the documentation';
const input = document.createElement('input');
input.type = 'search';
input.placeholder = 'Search: refund, popup_blocked, Idempotency-Key …';
input.ariaLabel = 'Search for';
const told = document.createElement('p');
told.setAttribute('role', 'status');
const list = document.createElement('ul');
dialog.append(input, told, list);
document.body.append(dialog);

function found({ href, title, where }) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = href;
  const place = document.createElement('small');
  place.textContent = where;
  link.append(title, place);
  item.append(link);
  return item;
}

/** What has all the words; where nothing has, what has some. */
function resultsFor(text) {
  const all = index.search(text, { combineWith: 'AND' });
  return (all.length > 0 ? all : index.search(text)).slice(0, MOST);
}

function search() {
  const results = resultsFor(input.value);
  list.replaceChildren(...results.map(found));
  const count = results.length === 1 ? '1 result' : `${results.length} results`;
  told.textContent = input.value === '' ? '' : results.length === 0 ? 'Nothing found.' : count;
}

/** Arrows go from the field through the results and back. */
function walk(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const stops = [input, ...list.querySelectorAll('a')];
  const next = stops[stops.indexOf(document.activeElement) + step];
  next?.focus();
}

input.addEventListener('input', search);
input.addEventListener('keydown', (event) => {
  if (event.key === 'Enter') list.querySelector('a')?.click();
});
dialog.addEventListener('keydown', walk);
dialog.addEventListener('click', (event) => {
  if (event.target === dialog || event.target instanceof HTMLAnchorElement) dialog.close();
});

export function openSearch() {
  if (!dialog.open) dialog.showModal();
  input.select();
}
