import { expect, test } from 'vitest';
import { networkOf, networksOf } from './network-of.ts';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0DB8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['1::', '1:0:0:0::/64'],
  ['', 'unknown'],
  ['nonsense', 'unknown'],
  ['192.0.2.1:4711', 'unknown'],
])('networkOf takes %j for %j', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ['192.0.2.77', ['192.0.2.77', '192.0.2.0/24']],
  ['::ffff:192.0.2.77', ['192.0.2.77', '192.0.2.0/24']],
  ['2001:db8:1:2ff::9', ['2001:db8:1:2ff::/64', '2001:db8:1:200::/56', '2001:db8:1:0::/48']],
  ['2001:db8:ffff:ffff::9', ['2001:db8:ffff:ffff::/64', '2001:db8:ffff:ff00::/56', '2001:db8:ffff:0::/48']],
  ['::1', ['0:0:0:0::/64', '0:0:0:0::/56', '0:0:0:0::/48']],
  ['nonsense', ['unknown']],
  ['', ['unknown']],
])('networksOf takes %j for %j', (address, networks) => {
  expect(networksOf(address)).toEqual(networks);
  expect(networks[0]).toBe(networkOf(address));
});
