// What a page without a framework does with the SDK, however it came by it.
function checkout({ auth, wallet }) {
  const told = document.querySelector('[role=status]');
  const post = async (path, body = {}) =>
    (await fetch(path, { method: 'POST', body: JSON.stringify(body) })).json();
  wallet.on('after3DsComplete', async ({ transaction_id }) => {
    told.textContent = await post(`/api/lookup/${transaction_id}`);
  });
  document.querySelector('#pay').onclick = async () => {
    told.textContent = await post('/api/pay', await wallet.getPaymentMethod());
  };
  const baseUrl = 'http://127.0.0.1:4000';
  auth.connect({ publishableKey: 'pk_sandbox_demo', refreshToken: () => post('/api/session'), baseUrl });
  wallet.init({ merchant_id: 1001, view: 'CHECKOUT' }, { amount: '10.00', currency: 'GBP' });
}
