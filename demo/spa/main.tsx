import { sdk } from 'embeddable-wallet';
import { render } from 'preact';
import { onLanguage } from '../ui/language.ts';
import { mountSandbox } from '../ui/sandbox.ts';
import { App } from './App.tsx';

/** The same shop as a single-page app: the SDK is imported, and views come and go without a page load. */
const app = document.getElementById('app');
const drawer = document.getElementById('sandbox');
if (!app || !drawer) throw new Error('Starting the shop failed: "#app" or "#sandbox" is missing');

const show = () => render(<App sandbox={sandbox} shopper={sandbox.shopper} />, app);
const sandbox = mountSandbox(drawer, { onShopperChange: show, wallet: sdk.wallet });
onLanguage(show);
show();
