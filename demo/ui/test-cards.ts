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
  { title: 'Never leaves the form', cards: [['4242 4242 4242 4241', 'Wrong check digit']] },
];
