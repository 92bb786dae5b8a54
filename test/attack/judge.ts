import type { Tool } from './explained.ts';
import type { Findings } from './findings.ts';

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

/** What no answer may contain. The tools send none of it, so an echo is not taken for a leak. */
const leaks: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['stack trace', /\bat (?:async )?[\w.<>[\] ]+ \((?:file:|node:|\/)[^)\n]*:\d+:\d+\)/],
  ['file of the server', /node_modules\/|[\w-]+\.server\.(?:ts|js)\b/],
  [
    'message of the database',
    /syntax error at or near|invalid input syntax for|duplicate key value|violates \w+ (?:key )?constraint|column "[^"]*" does not exist/,
  ],
  ['message of the driver', /Failed query: |PostgresError|DatabaseError:/],
  ['hash of a secret', /\$argon2id\$|password_?hash/i],
  ['internal address', /ECONNREFUSED|ENOENT|EACCES/],
];

const inPages = new Set(['text/html', 'application/json', 'text/plain']);

/** The path of a target without its query. */
export const pathOf = (target: string): string => target.split('?', 1)[0] ?? '';

/** Distinguishes places by their route, not by the input of a tool. */
function whereOf({ method, target }: Exchange): string {
  const path = pathOf(target);
  return path.length > 100 ? `${method} ${path.slice(0, 100)}…` : `${method} ${path}`;
}

/** Adds a finding for everything in an answer that a server must never return. */
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
