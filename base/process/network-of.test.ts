import fc from 'fast-check';
import { expect, it } from 'vitest';
import { networkOf, siteOf, sitePrefixOf } from './network-of.ts';

const groups = fc.array(fc.integer({ min: 0, max: 0xff_ff }), { minLength: 8, maxLength: 8 });

const written = (parts: readonly number[]) => parts.map((part) => part.toString(16)).join(':');

it('is an IPv4 address itself, however it is written', () => {
  const mapped = ['::ffff:192.0.2.7', '::FFFF:192.0.2.7', '::ffff:c000:207', '0:0:0:0:0:ffff:c000:0207'];
  // Some proxies put the port behind the address: another one for each connection.
  for (const address of ['192.0.2.7', ...mapped, '192.0.2.7:50123', '[::ffff:192.0.2.7]:50123']) {
    expect(networkOf(address)).toBe('192.0.2.7');
  }
  expect(networkOf('[2001:db8:1:2::7]:50123')).toBe('2001:db8:1:2::/64');
  // Not the mapping of an IPv4 address, though it has its letters.
  expect(networkOf('2001:db8::ffff:1')).toBe('2001:db8:0:0::/64');
  expect(networkOf('2001:db8::ffff:192.0.2.7')).toBe('2001:db8:0:0::/64');
});

it('is the first half of an IPv6 address, whatever the rest is', () => {
  fc.assert(
    fc.property(groups, groups, (address, other) => {
      const network = `${written(address.slice(0, 4))}::/64`;
      expect(networkOf(written(address))).toBe(network);
      expect(networkOf(written([...address.slice(0, 4), ...other.slice(4)]))).toBe(network);
    }),
  );
});

it('is the same for every way in which an IPv6 address may be shortened', () => {
  fc.assert(
    fc.property(groups, fc.nat(7), fc.nat(7), (address, one, other) => {
      const from = Math.min(one, other);
      const to = Math.max(one, other) + 1;
      const zeroed = address.map((part, at) => (at >= from && at < to ? 0 : part));
      const shortened = `${written(zeroed.slice(0, from))}::${written(zeroed.slice(to))}`;
      expect(networkOf(shortened)).toBe(networkOf(written(zeroed)));
    }),
  );
  expect(networkOf('2001:0db8:0001:0002:0003:0004:0005:0006')).toBe('2001:db8:1:2::/64');
  expect(networkOf('2001:DB8:1:2:3::')).toBe('2001:db8:1:2::/64');
  expect(networkOf('::')).toBe('0:0:0:0::/64');
});

it('is the same of a network that is one already', () => {
  fc.assert(
    fc.property(groups, (address) => {
      const network = networkOf(written(address));
      expect(networkOf(network)).toBe(network);
    }),
  );
  expect(networkOf(networkOf('192.0.2.7'))).toBe('192.0.2.7');
});

it('lies in a site, of IPv6 a /48', () => {
  expect(siteOf(networkOf('2001:db8:1:2::7'))).toBe('2001:db8:1::/48');
  expect(siteOf(networkOf('2001:db8:1:ffff::7'))).toBe('2001:db8:1::/48');
  expect(siteOf(networkOf('2001:db8:2:2::7'))).toBe('2001:db8:2::/48');
  expect(siteOf(networkOf('192.0.2.7'))).toBe('192.0.2.7');
});

it('begins as all networks of its site do', () => {
  expect(sitePrefixOf('2001:db8:1:2::/64')).toBe('2001:db8:1:');
  expect(sitePrefixOf('0:0:0:0::/64')).toBe('0:0:0:');
  expect(sitePrefixOf('192.0.2.7')).toBeNull();
});
