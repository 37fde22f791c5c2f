/** Any future expiry date and any security code go with these. */
export const testCards: readonly {
  title: string;
  cards: readonly (readonly [number: string, meaning: string])[];
}[] = [
  {
    title: 'Approved',
    cards: [
      ['4242 4242 4242 4242', 'Visa'],
      ['5555 5555 5555 4444', 'Mastercard'],
      ['3782 822463 10005', 'American Express'],
      ['6011 1111 1111 1117', 'Discover'],
      ['3622 720627 1667', 'Diners Club'],
      ['3566 0020 2036 0505', 'JCB'],
      ['6243 0300 0000 0001', 'UnionPay'],
      ['6759 6498 2643 8453', 'Maestro'],
      ['9792 0300 0000 0000', 'Troy'],
    ],
  },
  {
    title: 'Refused',
    cards: [
      ['4000 0000 0000 9995', 'Insufficient funds'],
      ['4000 0000 0000 0002', 'Generic decline'],
      ['4000 0000 0000 0069', 'Expired card'],
      ['4000 0000 0000 0127', 'Wrong code'],
      ['4000 0000 0000 9987', 'Lost card'],
      ['4000 0000 0000 9979', 'Stolen card'],
      ['4000 0000 0000 6975', 'Limit reached'],
      ['4100 0000 0000 0019', 'Suspected fraud'],
      ['4000 0000 0000 0119', 'Processing error'],
      ['4000 0027 6000 3184', 'Asks for 3-D Secure'],
      ['4000 0000 0000 0341', 'Never charged'],
    ],
  },
  {
    title: '3-D Secure, for £10 with a 3DS method',
    cards: [
      ['4000 0000 0000 2503', 'Challenge, code 1234'],
      ['4000 0000 0000 2370', 'Challenge fails'],
      ['4000 0000 0000 2420', 'Bank cannot answer'],
      ['4000 0000 0000 2701', 'Passes unasked'],
      ['4000 0000 0000 2925', 'Fails unasked'],
      ['4000 0000 0000 2719', 'Attempt, counts as passed'],
      ['4000 0000 0000 2537', 'Rejected by the bank'],
      ['4000 0084 0000 1629', 'Passes, then declined'],
    ],
  },
  { title: 'Never leaves the form', cards: [['4242 4242 4242 4241', 'Wrong check digit']] },
];
