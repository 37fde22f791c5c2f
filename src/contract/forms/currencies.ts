/** What billing takes. Spec: Endpoints 4 lists USD and EUR, rule 3 needs GBP in the sandbox. Rule: billing/currency. */
export const CURRENCIES = ['USD', 'EUR', 'GBP'] as const;
