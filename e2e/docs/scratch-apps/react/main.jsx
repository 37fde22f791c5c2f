import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Checkout } from './Checkout.jsx';

const post = async (path, body = {}) =>
  (await fetch(path, { method: 'POST', body: JSON.stringify(body) })).json();

const order = { orderId: 'order-1042', amount: '10.00', currency: 'GBP' };
const backend = {
  refreshToken: () => post('/api/session'),
  bill: (paymentMethod) => post('/api/pay', paymentMethod),
  lookUp: (transactionId) => post(`/api/lookup/${transactionId}`),
};
createRoot(document.querySelector('#root')).render(
  <StrictMode>
    <Checkout {...order} {...backend} />
  </StrictMode>,
);
