import { sdk } from 'embeddable-wallet';

const post = async (path, body = {}) =>
  (await fetch(path, { method: 'POST', body: JSON.stringify(body) })).json();

/** The wallet and what belongs to it in a place that a modal has made. */
export function checkoutIn(place) {
  if (!place || place.firstChild) return;
  place.innerHTML = '<div></div><button type="button">Pay</button><p role="status"></p>';
  const [container, button, told] = place.children;
  const { auth, wallet } = sdk;
  wallet.on('after3DsComplete', async ({ transaction_id }) => {
    told.textContent = await post(`/api/lookup/${transaction_id}`);
  });
  button.onclick = async () => {
    told.textContent = await post('/api/pay', await wallet.getPaymentMethod());
  };
  const baseUrl = 'http://127.0.0.1:4000';
  auth.connect({ publishableKey: 'pk_sandbox_demo', refreshToken: () => post('/api/session'), baseUrl });
  wallet.init({ merchant_id: 1001, view: 'CHECKOUT', container }, { amount: '10.00', currency: 'GBP' });
}
