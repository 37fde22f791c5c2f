type Form = Readonly<Record<string, string>>;

export type Scenario = {
  readonly tells: string;
  /** The start, then follow-ups of its transaction. */
  readonly steps: readonly [Form, ...Form[]];
};

const start = (method: string, number = '4242424242424242') => ({
  method,
  ccToken: `tok_sandbox_${number}`,
  amount: '48.50',
  currency: 'EUR',
});
const money = { amount: '48.50', currency: 'EUR' };

/** What the sandbox does by card and amount, by the name of what comes of it. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  paid: { tells: 'a SALE that is taken', steps: [start('SALE')] },
  declined: { tells: 'a card that is refused: do_not_honor', steps: [start('SALE', '4000000000000002')] },
  'insufficient-funds': {
    tells: 'a card that is refused: insufficient_funds',
    steps: [start('SALE', '4000000000009995')],
  },
  challenge: {
    tells: 'the bank asks for a code, 1234',
    steps: [{ ...start('SALE_3DS'), amount: '10', currency: 'GBP' }],
  },
  frictionless: {
    tells: '3-D Secure without a question',
    steps: [{ ...start('SALE_3DS'), amount: '10.01', currency: 'GBP' }],
  },
  authorised: { tells: 'an AUTH that waits for its CHARGE', steps: [start('AUTH')] },
  captured: { tells: 'an AUTH and its CHARGE', steps: [start('AUTH'), { ...money, method: 'CHARGE' }] },
  refunded: { tells: 'a SALE and its REFUND', steps: [start('SALE'), { ...money, method: 'REFUND' }] },
  voided: { tells: 'an AUTH and its VOID', steps: [start('AUTH'), { method: 'VOID' }] },
  late: {
    tells: 'a SALE that is pending for two seconds',
    steps: [{ ...start('SALE'), amount: '3002' }],
  },
};
