import type { LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { resolveName } from './outer-names.server.ts';
import { isPublicName } from './public-name.ts';

/** Networks that addresses given by people must not reach: this machine, private and link-local networks, and reserved ones. */
const inner = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Hosts of clouds at addresses that look public: Azure's host of every machine, and the services of IBM Cloud's private network.
  ['161.26.0.0', 16],
  ['166.8.0.0', 14],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  inner.addSubnet(network, bits, 'ipv4');
}
// Of IPv6 only global unicast addresses, without those that embed an IPv4 address or are for documentation.
const outer6 = new BlockList();
outer6.addSubnet('2000::', 3, 'ipv6');
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  inner.addSubnet(network, bits, 'ipv6');
}

/** Whether an IP address belongs to the public network. */
export function isOuterAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !inner.check(address, 'ipv4');
  return family === 6 && outer6.check(address, 'ipv6') && !inner.check(address, 'ipv6');
}

/** A name resolves to an inner network. */
export class InnerAddress extends Error {
  override name = 'InnerAddress';

  constructor() {
    super('the address leads into an inner network');
  }
}

type Resolve = (name: string) => Promise<readonly LookupAddress[]>;

/** A lookup function for a connection: refuses a name that resolves to any inner address. The connection uses the checked address. */
export function outerLookup(resolve: Resolve = resolveName): LookupFunction {
  return (name, options, done) => {
    const use = (addresses: readonly LookupAddress[]) => {
      const [first] = addresses;
      if (first === undefined) return done(new Error('the name has no address'), '', 4);
      if (!addresses.every(({ address }) => isOuterAddress(address))) return done(new InnerAddress(), '', 4);
      if (options.all) return done(null, [...addresses]);
      return done(null, first.address, first.family);
    };
    resolve(name).then(use, (error) => done(error, '', 4));
  };
}

/** A host name in one spelling, without trailing dots. */
const plainHost = (host: string) => host.toLowerCase().replace(/\.+$/, '');

/** The problem with an address that the server is to send to, in Russian, or null. `isOpen`: outside production http and inner networks are allowed. */
export function outerUrlFault(text: string, isOpen: boolean): string | null {
  const url = URL.parse(text);
  if (url === null && /^https:\/\//i.test(text)) return 'В адресе ошибка: проверьте его';
  if (url === null || (url.protocol !== 'https:' && !(isOpen && url.protocol === 'http:')))
    return 'Нужен адрес, который начинается с https://';
  if (url.username !== '' || url.password !== '') return 'Логин и пароль в адресе не поддерживаются';
  const host = plainHost(url.hostname.replace(/^\[|\]$/g, ''));
  if (isOpen) return null;
  const isNamed = isIP(host) === 0;
  if (isNamed ? !isPublicName(host) : !isOuterAddress(host))
    return 'Этот адрес во внутренней сети: до него нельзя достучаться снаружи';
  return null;
}
