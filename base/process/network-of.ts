const portAtEnd = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/;
const mapped = /^(?:0*:){1,5}(?:0*:)?ffff:(?:([\d.]+)|([\da-f]{1,4}):([\da-f]{1,4}))$/i;

const bytesOf = (group: string) => {
  const number = Number.parseInt(group, 16);
  return `${number >> 8}.${number & 255}`;
};

/** The IPv4 address of an IPv4-mapped IPv6 address; null for others. */
function mappedOf(address: string): string | null {
  const [, dotted, high, low] = mapped.exec(address) ?? [];
  if (dotted !== undefined) return dotted;
  return high === undefined || low === undefined ? null : `${bytesOf(high)}.${bytesOf(low)}`;
}

/**
 * The network of an address, for everything that counts or groups by address: an IPv4 address itself, of IPv6 the /64, because one
 * machine may use all of it. Idempotent.
 */
export function networkOf(address: string): string {
  const [, inBrackets, alone] = portAtEnd.exec(address) ?? [];
  const bare = inBrackets ?? alone ?? address;
  const plain = mappedOf(bare) ?? bare;
  if (!plain.includes(':')) return plain;
  const [head = '', tail] = plain.split('::');
  const groups = head === '' ? [] : head.split(':');
  // Without `::` there are all eight groups; an empty tail counts as one, beyond the four that matter.
  const tailGroups = tail?.split(':') ?? [];
  const zeros = Math.max(0, 8 - groups.length - tailGroups.length);
  const all = [...groups, ...Array.from({ length: zeros }, () => '0'), ...tailGroups];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** The range that an internet provider gives to one customer: the /48 of an IPv6 network, an IPv4 address itself. */
export function siteOf(network: string): string {
  if (!network.endsWith('::/64')) return network;
  return `${network.split(':').slice(0, 3).join(':')}::/48`;
}

/** How the networks of the same site begin; null: it is a site by itself. */
export function sitePrefixOf(network: string): string | null {
  const site = siteOf(network);
  return site === network ? null : site.replace(/:\/48$/, '');
}
