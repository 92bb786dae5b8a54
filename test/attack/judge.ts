import type { Findings } from './findings.ts';
import type { Tool } from './tool.ts';

/** An answer as it came over the network. */
interface Exchange {
  readonly tool: Tool;
  readonly role: string;
  readonly method: string;
  /** With its query. */
  readonly target: string;
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

/** What no answer may hold. None of it stands in what the tools send, so that an echo of theirs is not taken for a leak. */
const leaks: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['stack trace', /\bat (?:async )?[\w.<>[\] ]+ \((?:file:|node:|\/)[^)\n]*:\d+:\d+\)/],
  ['file of the server', /node_modules\/|[\w-]+\.server\.(?:ts|js)\b/],
  [
    'words of the database',
    /syntax error at or near|invalid input syntax for|duplicate key value|violates \w+ (?:key )?constraint|column "[^"]*" does not exist/,
  ],
  ['words of the driver', /DrizzleQueryError|Failed query: |PostgresError|DatabaseError:/],
  ['hash of a secret', /\$argon2id\$|password_?hash/i],
  ['address inside', /ECONNREFUSED|ENOENT|EACCES/],
];

const inPages = new Set(['text/html', 'application/json', 'text/plain']);

/** The path of a target without its query. */
export const pathOf = (target: string): string => target.split('?', 1)[0] ?? '';

/** Places are told apart by their route, not by what a tool has put into it. */
function whereOf({ method, target }: Exchange): string {
  const path = pathOf(target);
  return path.length > 100 ? `${method} ${path.slice(0, 100)}…` : `${method} ${path}`;
}

/** Adds a finding for everything in an answer that a server must not say, whatever it was asked. */
export function judge(exchange: Exchange, findings: Findings, secretPlaces: readonly string[]): void {
  const { tool, role, status, text } = exchange;
  const where = whereOf(exchange);
  const add = (what: string, detail: string) =>
    findings.add({ tool, what, where, detail: `${detail}; ${role}: ${exchange.target.slice(0, 300)}` });
  if (status >= 500) add('5xx', `status ${status}: ${text.slice(0, 200)}`);
  if (!inPages.has(exchange.contentType.split(';', 1)[0] ?? '')) return;
  for (const [name, pattern] of leaks) {
    const found = pattern.exec(text);
    if (found) add('leak', `${name}: ${found[0].slice(0, 200)}`);
  }
  for (const place of secretPlaces) if (text.includes(place)) add('leak', `path of the server: ${place}`);
}
