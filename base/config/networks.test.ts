import { expect, it } from 'vitest';
import { areNetworks, createNetworkCheck } from './networks.server.ts';

it('names addresses and networks of both kinds, also mapped ones', () => {
  const isIn = createNetworkCheck('192.0.2.0/24, 198.51.100.7,2001:db8::/32');
  for (const address of [
    '192.0.2.0',
    '192.0.2.255',
    '198.51.100.7',
    '::ffff:192.0.2.9',
    '2001:db8::1',
    '2001:0DB8:1::',
  ]) {
    expect(isIn(address), address).toBe(true);
  }
  for (const address of ['192.0.3.0', '198.51.100.8', '2001:db9::1', '::1', '', 'localhost', '192.0.2.1:80']) {
    expect(isIn(address), address).toBe(false);
  }
});

it('is refused where one of it is no network', () => {
  for (const text of [
    '',
    'opora.example',
    '192.0.2.0/33',
    '192.0.2.0/',
    '2001:db8::/129',
    '192.0.2.1,',
    '192.0.2.1;192.0.2.2',
  ]) {
    expect(areNetworks(text), text).toBe(false);
  }
});
