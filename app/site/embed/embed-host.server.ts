import { domainToUnicode } from 'node:url';

const longest = 100;

/** At least two labels, the last of them no number: no address of a network, and nothing that could end a source of the policy. */
const hostShape = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;

/** The host that somebody means by an address or a name of a site, in ASCII and without `www.`; null: it is none. */
export function embedHostOf(typed: string): string | null {
  const bare = typed.trim().replace(/^https?:\/\//i, '');
  const address = URL.parse(`https://${bare.replace(/^\*\./, '')}`);
  if (address === null || address.username !== '' || address.password !== '') return null;
  const name = address.hostname.replace(/\.$/, '').replace(/^www\./, '');
  const host = address.port === '' ? name : `${name}:${address.port}`;
  return hostShape.test(name) && host.length <= longest ? host : null;
}

/** A host as people write it. */
export function shownHost(host: string): string {
  const [name = '', port] = host.split(':');
  const shown = domainToUnicode(name) || name;
  return port === undefined ? shown : `${shown}:${port}`;
}

/** Who may frame, as a Content-Security-Policy says it. The product's own pages always may: they show how it looks. */
export function frameAncestors(hosts: readonly string[]): string {
  if (hosts.length === 0) return '*';
  // `http:` also matches `https:`, never the other way round.
  return ["'self'", ...hosts.flatMap((host) => [`http://${host}`, `http://*.${host}`])].join(' ');
}
