// Sends an operation's example to the sandbox that serves the page, and shows what comes back. Keeps no key and no token.

const LAST = 'docs-last-transaction';

/** The browser may refuse to keep anything. */
function remembered() {
  try {
    return sessionStorage.getItem(LAST);
  } catch {
    return null;
  }
}

function remember(id) {
  try {
    sessionStorage.setItem(LAST, id);
  } catch {
    // Then the next page has the example's id.
  }
}

/** Methods that begin a payment, each with an id of its own; the others name the payment that was begun last. */
const isStart = (method) => /^(SALE|AUTH)(_3DS)?$/.test(method);

/** An id that was never used where a payment begins, else the one that was billed last. */
function fillIds(form) {
  const { method, transactionID, transaction_id: lookedUp } = form.elements;
  if (lookedUp) lookedUp.value = remembered() ?? lookedUp.value;
  if (!transactionID) return;
  const random = crypto.getRandomValues(new Uint32Array(1))[0].toString(36);
  const fresh = `${transactionID.defaultValue}-${random}`;
  transactionID.value = isStart(method.value) ? fresh : (remembered() ?? transactionID.value);
}

function addressOf(form) {
  const inPath = form.querySelectorAll('[data-in="path"]');
  return Array.from(inPath).reduce(
    (path, { name, value }) => path.replace(`{${name}}`, encodeURIComponent(value)),
    form.dataset.path ?? '',
  );
}

function bodyOf(form) {
  const fields = Array.from(form.querySelectorAll('input, select')).filter(
    (field) => field.value !== '' && field.dataset.in !== 'path',
  );
  return new URLSearchParams(fields.map(({ name, value }) => [name, value]));
}

/** Of a user, whom the demo account logs in. */
async function userToken(key) {
  const answer = await fetch('/users/api/v1/user/login', {
    method: 'POST',
    headers: { secretKey: key },
    body: new URLSearchParams({ externalID: 'user-1042' }),
  });
  const { accessToken } = await answer.json();
  return accessToken;
}

async function credentials({ auth, key = '' }) {
  if (auth === 'secretKey') return { secretKey: key };
  return auth === 'userToken' ? { Authorization: await userToken(key) } : {};
}

async function send(form) {
  const { method } = form.dataset;
  const headers = await credentials(form.dataset);
  const body = method === 'POST' ? bodyOf(form) : undefined;
  const started = performance.now();
  const answer = await fetch(addressOf(form), { method, headers, ...(body && { body }) });
  const text = await answer.text();
  return { answer, text, took: Math.round(performance.now() - started) };
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function show(place, { title, text, isFine }) {
  const head = document.createElement('p');
  head.className = isFine ? 'fine' : 'refused';
  head.textContent = title;
  const body = document.createElement('pre');
  body.tabIndex = 0;
  body.ariaLabel = 'Answer';
  body.textContent = text;
  place.replaceChildren(head, body);
  // The form is longer than a window, and its answer stands below it.
  place.scrollIntoView({ block: 'nearest' });
}

export function addSendForm(form) {
  const place = form.querySelector('.answer');
  const button = form.querySelector('button');
  fillIds(form);
  form.elements.method?.addEventListener('change', () => fillIds(form));
  form.hidden = false;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    button.disabled = true;
    try {
      const { answer, text, took } = await send(form);
      const { method, transactionID } = form.elements;
      const isBegun = [200, 402].includes(answer.status) && transactionID && isStart(method.value);
      if (isBegun) {
        remember(transactionID.value);
        fillIds(form);
      }
      show(place, { title: `${answer.status} in ${took} ms`, text: pretty(text), isFine: answer.ok });
    } catch {
      show(place, {
        title: 'No answer',
        text: 'The service did not answer. Does it still run?',
        isFine: false,
      });
    }
    button.disabled = false;
  });
}
