import { render } from 'preact';
import { createAdminApi } from './api/admin-api.ts';
import { createAsk } from './api/ask.ts';
import { App } from './shell/App.tsx';
import { showUnseen } from './shell/show-unseen.ts';
import { Route } from './state/route.ts';
import { Token, takeTokenFromAddress } from './state/token.ts';
import './styles.css';

/** Composition root of the inspector. */
showUnseen();
const tokenInAddress = takeTokenFromAddress(location);
const channel = new BroadcastChannel('inspector-token');
const token = new Token({ store: sessionStorage, channel });
if (tokenInAddress !== undefined) token.keep(tokenInAddress);
const route = new Route();
// A link with a token may be opened in a tab that shows the inspector already.
addEventListener('hashchange', () => {
  const tokenInAddress = takeTokenFromAddress(location);
  if (tokenInAddress === undefined) return;
  token.keep(tokenInAddress);
  route.replace('#/');
});
const api = createAdminApi(createAsk({ token: () => token.value.peek(), onRefused: token.forget }));
const root = document.getElementById('inspector');
await token.fromOtherTabs();
if (root) render(<App token={token} api={api} route={route} />, root);
