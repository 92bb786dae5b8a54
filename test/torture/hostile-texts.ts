import { publishField, setNames } from '#app/creators/creators.server.ts';
import { signIn } from '#test/sign-in.ts';
import { testSecrets } from '#test/start-app.ts';
import { waitUntilSettled } from './donations-under-fire.ts';
import { giveUntilAcknowledged, payByCard, testCards } from './donors.ts';
import type { Fleet } from './server-fleet.ts';

/** Texts of which each would run a script where it stood unescaped; `uns4fe` marks what is ours. */
export const hostileTexts = [
  '<script>uns4fe()</script>',
  '</script><script>uns4fe()</script>',
  '"><img src=x onerror=uns4fe()>',
  "'><svg onload=uns4fe()>",
  '</title><body onload=uns4fe()>',
  '<!--<script>uns4fe()</script>-->',
  '<a href="javascript:uns4fe()">uns4fe</a>',
  '" onmouseover="uns4fe()" x="',
  '{{constructor.constructor("uns4fe()")()}}',
  '<iframe srcdoc="<script>uns4fe()</script>">',
  '\u2028</script\u2029><script >uns4fe()</script >',
] as const;

const scripts = [/<script\b[^>]*>\s*uns4fe/i, /<\/script\s*>\s*<script\s*>\s*uns4fe/i];
const tag = /<[a-z][a-z0-9-]*((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+))?)*)/gi;
const attribute = /([^\s"'<>/=]+)\s*=\s*("[^"]*"|'[^']*'|[^\s"'<>]+)/g;

function isRunning(name: string, value: string): boolean {
  if (/^on/i.test(name) || /^srcdoc$/i.test(name)) return value.includes('uns4fe');
  return /^(?:href|src|action|formaction|xlink:href)$/i.test(name) && /^["']?\s*(?:javascript|data:text)/i.test(value);
}

/** What of a page's text a browser would run. Empty for a page that escapes everything. */
export function findRunning(page: string): string[] {
  const found = scripts.flatMap((danger) => page.match(danger)?.[0] ?? []);
  for (const [, attributes = ''] of page.matchAll(tag)) {
    for (const [text, name = '', value = ''] of attributes.matchAll(attribute)) {
      if (isRunning(name, value)) found.push(text);
    }
  }
  return found;
}

/** What is wrong with a page's policy on scripts: empty where it is strict. */
export function findLoosePolicy(policy: string | null): string[] {
  const directives = new Map(
    (policy ?? '').split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name, sources] as const;
    }),
  );
  const faults: string[] = [];
  const scripts = directives.get('script-src');
  if (scripts === undefined) faults.push('no script-src');
  for (const loose of ["'unsafe-inline'", "'unsafe-eval'", '*', 'http:', 'https:', 'data:', 'blob:']) {
    if (scripts?.includes(loose)) faults.push(`script-src ${loose}`);
  }
  if (directives.get('object-src')?.[0] !== "'none'") faults.push('object-src');
  if (directives.get('base-uri')?.[0] !== "'none'") faults.push('base-uri');
  return faults;
}

/** Scripts in a page that its own nonce does not cover: none of them would run, so none should be there. */
export function findStrayScripts(page: string, policy: string | null): string[] {
  const nonce = /'nonce-([^']+)'/.exec(policy ?? '')?.[1];
  const inline = page.match(/<script\b(?![^>]*\ssrc=)[^>]*>/gi) ?? [];
  return inline.filter((tag) => nonce === undefined || !tag.includes(`nonce="${nonce}"`));
}

export interface HostilePage {
  readonly path: string;
  readonly status: number;
  readonly running: readonly string[];
  readonly policy: readonly string[];
  readonly stray: readonly string[];
  /** How many of the hostile texts the page shows, escaped: what shows none proves nothing. */
  readonly shown: number;
}

const mark = /uns4fe/g;

async function readPage(url: string, path: string): Promise<HostilePage> {
  const response = await fetch(`${url}${path}`);
  const page = await response.text();
  const policy = response.headers.get('content-security-policy');
  return {
    ...{ path, status: response.status, running: findRunning(page), shown: (page.match(mark) ?? []).length },
    ...{ policy: findLoosePolicy(policy), stray: findStrayScripts(page, policy) },
  };
}

/** A creator, all of whose texts are hostile, and gifts of donors whose names and messages are. */
async function populate(fleet: Fleet): Promise<{ userName: string; payId: string; key: string }> {
  const userName = 'hostilecreator';
  const { userId, projectId, token } = await signIn(fleet.db, testSecrets.jwt, { userName });
  await fleet.db.transaction(async (tx) => {
    const [givenName, surName, patronymic] = [hostileTexts[0], hostileTexts[2], hostileTexts[3]];
    await setNames(tx, userId, { givenName, surName, patronymic });
    await publishField(tx, userId, 'UserType', '[1]').catch(() => publishField(tx, userId, 'UserType', '1'));
    await publishField(tx, userId, 'About', hostileTexts.join('\n'));
    await publishField(tx, userId, 'WebLink', 'javascript:uns4fe()');
    await publishField(tx, userId, 'TgLink', hostileTexts[7]);
    await publishField(tx, userId, 'InsLink', 'data:text/html,<script>uns4fe()</script>');
  });
  let payId = '';
  for (const [index, text] of hostileTexts.entries()) {
    const gift = { projectId, amount: 5_000 + index, name: text, message: `${text} ${text}` };
    const made = await giveUntilAcknowledged(fleet.server.api, gift, `hostile-${index}`);
    await payByCard(made.paymentUrl, testCards.noCode);
    payId = made.payId;
  }
  await waitUntilSettled(fleet, 60);
  const settings = await fleet.server.api('GET Widget/Settings', {}, { token });
  const key = /"key":"([^"]+)"/.exec(JSON.stringify(settings.body))?.[1] ?? '';
  return { userName, payId, key };
}

/** Invariant 25: every public page and widget with hostile texts wherever people may write. The fleet serves built pages. */
export async function readHostilePages(fleet: Fleet): Promise<HostilePage[]> {
  const { userName, payId, key } = await populate(fleet);
  const asked = encodeURIComponent('"><script>uns4fe()</script>');
  const paths = [
    ...['/', '/authors', `/${userName}`, `/thanks/${payId}`, `/authors?search=${asked}&Search=${asked}`],
    ...[`/${asked}`, `/merch/${asked}`, `/${userName}?tab=${asked}`, `/admin?from=${asked}`, `/auth/${asked}`],
    ...['notification', 'statistics', 'sticker'].map((name) => `/widgets/${name}?key=${key}`),
    `/widgets/notification?key=${asked}`,
  ];
  const pages: HostilePage[] = [];
  for (const path of paths) pages.push(await readPage(fleet.server.url, path));
  return pages;
}
