import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Checkout } from './Checkout.jsx';

const post = async (path, body = {}) =>
  (await fetch(path, { method: 'POST', body: JSON.stringify(body) })).json();

function App() {
  const [status, setStatus] = useState('');
  const bill = async (paymentMethod) => setStatus(await post('/api/pay', paymentMethod));
  const lookUp = async (transactionId) => setStatus(await post(`/api/lookup/${transactionId}`));
  const session = () => post('/api/session');
  return (
    <>
      <Checkout amount="10.00" currency="GBP" refreshToken={session} bill={bill} lookUp={lookUp} />
      <p role="status">{status}</p>
    </>
  );
}
createRoot(document.querySelector('#root')).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
