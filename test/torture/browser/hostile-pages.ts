import type { Fleet } from '#test/torture/fleet/server-fleet.ts';
import { populateHostile } from './hostile-creator.ts';
import { findLoosePolicy, findRunning, findScriptsWithoutNonce } from './hostile-texts.ts';

interface HostilePage {
  readonly path: string;
  readonly status: number;
  readonly running: readonly string[];
  readonly policy: readonly string[];
  readonly withoutNonce: readonly string[];
  /** How many hostile texts the page shows, escaped. A page that shows none proves nothing. */
  readonly shown: number;
}

const mark = /uns4fe/g;

async function readPage(url: string, path: string): Promise<HostilePage> {
  const response = await fetch(`${url}${path}`);
  const page = await response.text();
  const policy = response.headers.get('content-security-policy');
  return {
    path,
    status: response.status,
    running: findRunning(page),
    shown: (page.match(mark) ?? []).length,
    policy: findLoosePolicy(policy),
    withoutNonce: findScriptsWithoutNonce(page, policy),
  };
}

/** Invariant 25: reads every public page and widget with hostile texts in every field that users can write. The fleet serves built pages. */
export async function readHostilePages(fleet: Fleet): Promise<HostilePage[]> {
  const { userName, payId, key } = await populateHostile(fleet);
  const asked = encodeURIComponent('"><script>uns4fe()</script>');
  const paths = [
    '/',
    '/authors',
    `/${userName}`,
    `/thanks/${payId}`,
    `/authors?search=${asked}&Search=${asked}`,
    `/${asked}`,
    `/merch/${asked}`,
    `/${userName}?tab=${asked}`,
    `/admin?from=${asked}`,
    `/auth/${asked}`,
    ...['notification', 'statistics', 'sticker'].map((name) => `/widgets/${name}?key=${key}`),
    `/widgets/notification?key=${asked}`,
  ];
  const pages: HostilePage[] = [];
  for (const path of paths) pages.push(await readPage(fleet.server.url, path));
  return pages;
}
