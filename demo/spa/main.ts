import { sdk } from 'embeddable-wallet';

document.title = `Demo shop, SDK ${sdk.version}`;
