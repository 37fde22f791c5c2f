/** Names that two schemas list: one of what a page passes to the wallet, one of requests to the service. */

/** Spec: Endpoints 6, `view`. */
export const VIEWS = ['CHECKOUT', 'MANAGE'] as const;

/** Payment methods that a provider holds; the name is also their `source`. Rule: tokens/source. */
export const PROVIDERS = ['applepay', 'googlepay', 'paypal', 'amazonpay'] as const;

/** What billing takes. Spec: Endpoints 4 lists USD and EUR, rule 3 needs GBP in the sandbox. Rule: billing/currency. */
export const CURRENCIES = ['USD', 'EUR', 'GBP'] as const;

/** What a language tag must be. */
export const LANGUAGE = 'a language tag such as "de" or "pt-BR"';
export const LANGUAGE_TAG = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;
