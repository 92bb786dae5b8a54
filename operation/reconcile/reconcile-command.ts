import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { countryOf } from '#app/country.ts';
import { isWhole, reconcile } from '#app/payments/books/reconcile.server.ts';
import { readStatement, StatementFault, type StatementProblem } from '#app/payments/books/statement.server.ts';
import { paymentSystemNames } from '#app/payments/payment-systems.ts';
import { createPaymentSystems } from '#app/payments/systems/create-systems.server.ts';
import type { Config } from '#base/config/config.server.ts';
import { openDatabase } from '#base/db/db.server.ts';
import { isDay } from '#base/text/days.ts';
import { startOfDay } from '#base/text/time-zones.ts';
import { withStandInPages } from '../install/stand-ins.ts';
import { linesOf } from './difference-lines.ts';

interface ReconcilePlace {
  readonly config: Config;
  readonly databaseUrl: string;
  /** Origin of the gateway; null: there is none. */
  readonly paymentUrl: string | null;
  /** Origin of the stand-ins; null: none runs here. */
  readonly sandboxUrl: string | null;
  readonly log: (line: string) => void;
}

interface Asked {
  readonly since: Date;
  readonly statement: { readonly file: string; readonly system: string } | null;
}

const moment = z.iso.datetime({ offset: true });

/** The moment that a day or a moment names; null: it is neither. */
function momentOf(text: string, timeZone: string): Date | null {
  if (isDay(text)) return startOfDay(text, timeZone);
  return moment.safeParse(text).success ? new Date(text) : null;
}

/** Reads `[since] [--statement <file> --system <name>]`; a day starts when it does in the time zone. Throws on words that it does not know. */
export function readReconcileWords(words: readonly string[], timeZone: string): Asked {
  const rest = [...words];
  const take = (name: string) => {
    const at = rest.indexOf(name);
    if (at === -1) return null;
    const [, value] = rest.splice(at, 2);
    if (value === undefined) throw new Error(`${name} needs a value`);
    return value;
  };
  const file = take('--statement');
  const system = take('--system');
  if ((file === null) !== (system === null)) throw new Error('--statement and --system go together');
  const [since, other] = rest;
  const from = since === undefined ? new Date(0) : momentOf(since, timeZone);
  if (other !== undefined || from === null) throw new Error(`not a day as 2026-11-01: ${other ?? since}`);
  return { since: from, statement: file === null || system === null ? null : { file, system } };
}

const problems: Readonly<Record<Exclude<StatementProblem, 'otherLine'>, string>> = {
  noCsv: 'it is no CSV',
  noHead: 'the first line names the columns id, amount, state and time',
  noLine: 'it has no line',
  tooLong: 'it has over 100,000 lines',
  tooWide: 'from its first to its last line there are over 100 days',
  id: 'an id has 1 to 200 characters',
  amount: 'an amount is written as 15000 or 15000.50',
  state: 'a state is paid, refunded or unpaid',
  time: 'a time is written as 2026-11-01T09:30:00+05:00',
};

function problemOf({ problem, before }: StatementFault): string {
  if (problem !== 'otherLine') return problems[problem];
  return `line ${before} has the same id and says something else: keep the one with the last state`;
}

/** What is wrong with a statement, in one line. */
export function textOfFault(fault: StatementFault): string {
  const { line } = fault;
  return line === 0 ? `the statement: ${problemOf(fault)}` : `the statement, line ${line}: ${problemOf(fault)}`;
}

async function statementOf({ statement }: Asked) {
  if (statement === null) return undefined;
  const system = paymentSystemNames.find((name) => name === statement.system);
  if (system === undefined) throw new Error(`--system is one of ${paymentSystemNames.join(', ')}`);
  const saved = await readStatement(await readFile(statement.file)).catch((error: unknown) => {
    throw error instanceof StatementFault ? new Error(textOfFault(error), { cause: error }) : error;
  });
  return { system, saved };
}

/**
 * Runs `npm run reconcile -- [since] [--statement <file> --system <name>]`: prints the differences and what was compared, and exits with 1 unless
 * all was compared and agrees.
 */
export async function runReconcileCommand(words: readonly string[], place: ReconcilePlace): Promise<void> {
  const { config, databaseUrl, paymentUrl, sandboxUrl, log } = place;
  const asked = readReconcileWords(words, countryOf(config.COUNTRY).timeZone);
  const statement = await statementOf(asked);
  const db = openDatabase({ url: databaseUrl, max: 4, statementTimeoutMs: 0, applicationName: 'opora reconcile' });
  const systems = createPaymentSystems({ db, config: withStandInPages(config, sandboxUrl), paymentUrl });
  const { since } = asked;
  const secondLook = () => pause(5_000);
  const results = await reconcile({ db, systems, since, statement, pause: secondLook }).finally(() => db.close());
  for (const line of results.flatMap(linesOf)) log(line);
  const isEqual = results.every(({ differences }) => differences.length === 0);
  if (!isEqual || !isWhole(results)) process.exitCode = 1;
}
