import { isPublicName } from '#base/outer/public-name.ts';

/** Whether readers can open the address of a video: https at a site that everybody reaches, with nobody's name or password in it. */
export function isVideoAddress(text: string): boolean {
  const url = URL.parse(text);
  // Without the slashes the page of the post would take it for a path.
  if (url === null || !/^https:\/\//i.test(text)) return false;
  if (url.username !== '' || url.password !== '') return false;
  const host = url.hostname.replace(/\.$/, '');
  // A host whose last part is a number is an IP address, in whatever way it was written.
  return !host.endsWith('.') && isPublicName(host) && !/\.\d+$/.test(host);
}
