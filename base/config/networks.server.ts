import { BlockList, isIP } from 'node:net';
import { z } from 'zod';

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** A list of addresses and networks (`192.0.2.1`, `192.0.2.0/24`, `2001:db8::/32`) by commas; null: one of them is none. */
function parseNetworks(text: string): BlockList | null {
  const list = new BlockList();
  for (const one of text.split(',')) {
    const [, address = '', bits] = /^([^/%]+?)(?:\/(\d{1,3}))?$/.exec(one.trim()) ?? [];
    const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
    const length = bits === undefined ? longest : Number(bits);
    if (longest < 0 || length > longest) return null;
    list.addSubnet(address, length, familyOf(address));
  }
  return list;
}

/** Whether a text is a list of networks. */
export const areNetworks = (text: string): boolean => parseNetworks(text) !== null;

/** Names of networks that Fastify knows. */
const namedNetworks = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** Whether a text says whose `X-Forwarded-For` is believed: everybody's (`true`), so many proxies', or that of networks. */
export function isProxyTrust(text: string): boolean {
  if (/^(?:true|false|[1-9])$/.test(text)) return true;
  const networks = text.split(',').map((one) => one.trim());
  return networks.every((one) => namedNetworks.has(one) || (areNetworks(one) && !one.endsWith('/0')));
}

/** Whether an address is in one of the networks. Throws if the text is no list of networks. */
export function createNetworkCheck(networks: string): (address: string) => boolean {
  const list = parseNetworks(networks);
  if (list === null) throw new Error('not a list of networks');
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address));
}

/** The networks from which a payment system may call us. `published`: those that its documentation names. */
export const addressesOf = (system: string, published?: string) =>
  z
    .string()
    .refine(areNetworks)
    .optional()
    .meta({
      form: 'addresses or networks by commas, as 192.0.2.0/24',
      group: 'money',
      description: `${system}: the networks from which it calls us, by commas; other callers are refused before their request is read${published === undefined ? '' : `. It publishes ${published}`}`,
      unset: 'any; the key alone decides',
    });
