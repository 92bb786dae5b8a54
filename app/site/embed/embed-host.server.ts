import { domainToUnicode } from 'node:url';

const longest = 64;

/** At least two labels, the last of them no number: no address of a network, and nothing that could end a source of the policy. */
const hostShape = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;

/** People write it or leave it out. `www.uz` is a site of its own. */
const withoutWww = (name: string) => name.replace(/^(?:www\.)+(?=[^.]+\.)/, '');

/** The host that somebody means by an address or a name of a site, in ASCII and without `www.`; null: it is none. */
export function embedHostOf(typed: string): string | null {
  const bare = typed.replace(/^[\s\p{Pi}\p{Pf}"']+|[\s\p{Pi}\p{Pf}"']+$/gu, '').replace(/^https?:\/\//i, '');
  const address = URL.parse(`https://${bare.replace(/^\*\./, '')}`);
  if (address === null || address.username !== '' || address.password !== '') return null;
  const name = withoutWww(address.hostname.replace(/\.$/, ''));
  const host = address.port === '' ? name : `${name}:${address.port}`;
  const isName = hostShape.test(name) && /^[\p{L}\p{M}\p{N}.-]+$/u.test(domainToUnicode(name));
  return isName && host.length <= longest ? host : null;
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
