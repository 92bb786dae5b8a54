import { browserStorage } from '#base/text/browser-storage.ts';

const mark = '_ym';

/** The hosts that a script of this page may have set cookies for: its own and its parent domains. */
function hostsAbove(host: string): string[] {
  const labels = host.split('.');
  return labels.map((_, from) => labels.slice(from).join('.'));
}

/** Deletes the cookies and stored values of the counter. */
export function forgetCounter(page: Pick<Document, 'cookie'> = document): void {
  const names = page.cookie.split(/;\s*/).flatMap((pair) => pair.split('=', 1));
  for (const name of names.filter((each) => each.startsWith(mark))) {
    const expired = `${name}=; path=/; max-age=0`;
    for (const host of hostsAbove(location.hostname)) page.cookie = `${expired}; domain=${host}`;
    page.cookie = expired;
  }
  const { local } = browserStorage;
  for (const key of local.keys().filter((each) => each.startsWith(mark))) local.removeItem(key);
}
