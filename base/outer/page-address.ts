import { isPublicName } from './public-name.ts';

/** Whether everybody can open an address: https at a public site, with nobody's name or password in it. */
export function isPageAddress(text: string): boolean {
  const url = URL.parse(text);
  // Without the slashes a page would take it for a path of its own.
  if (url === null || !/^https:\/\//i.test(text)) return false;
  if (url.username !== '' || url.password !== '') return false;
  const host = url.hostname.replace(/\.$/, '');
  // A host whose last part is a number is an IP address, in whatever way it was written.
  return !host.endsWith('.') && isPublicName(host) && !/\.\d+$/.test(host);
}
