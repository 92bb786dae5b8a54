import { z } from 'zod';
import { countryOf } from '#app/country.ts';
import { paymentSystemNames } from '#app/payments/payment-systems.ts';
import { createPaymentSystems } from '#app/payments/systems/create-systems.server.ts';
import type { Config } from '#base/config/config.server.ts';
import { openDatabase } from '#base/db/db.server.ts';
import { isDay } from '#base/text/days.ts';
import { startOfDay } from '#base/text/time-zones.ts';
import { withStandInPages } from '../install/stand-ins.ts';
import type { CommandFigures } from '../textfile.ts';
import { isWhole, reconcile, type SystemResult } from './reconcile.ts';
import { lineOf } from './remedies.ts';
import { readStatement } from './statement.ts';

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

/** The lines about one system. */
function linesOf({ system, compared, notCompared, why, lacks, differences }: SystemResult): string[] {
  const counts = `${system}: ${compared} compared, ${differences.length} differ`;
  const lines = [...differences.map(lineOf), why === null ? counts : `${counts}, ${notCompared} NOT compared: ${why}`];
  if (why !== null) lines.push(`${system}: compare the list of its cabinet: --statement <file> --system ${system}`);
  if (lacks !== null) lines.push(`${system}: it is not asked about ${lacks}; only a --statement has them`);
  return lines;
}

async function statementOf({ statement }: Asked) {
  if (statement === null) return undefined;
  const system = paymentSystemNames.find((name) => name === statement.system);
  if (system === undefined) throw new Error(`--system is one of ${paymentSystemNames.join(', ')}`);
  return { system, saved: await readStatement(statement.file) };
}

const nowSeconds = () => Math.floor(Date.now() / 1_000);

/**
 * Runs `npm run reconcile -- [since] [--statement <file> --system <name>]`: prints the differences and what was compared, and exits with 1 unless
 * all was compared and agrees. Returns its figures; a statement is of one system, so that it notes no success.
 */
export async function runReconcileCommand(words: readonly string[], place: ReconcilePlace): Promise<CommandFigures> {
  const { config, databaseUrl, paymentUrl, sandboxUrl, log } = place;
  const asked = readReconcileWords(words, countryOf(config.COUNTRY).timeZone);
  const statement = await statementOf(asked);
  const db = openDatabase({ url: databaseUrl, max: 4 });
  const systems = createPaymentSystems({ db, config: withStandInPages(config, sandboxUrl), paymentUrl });
  const { since } = asked;
  const results = await reconcile({ databaseUrl, systems, since, statement }).finally(() => db.close());
  for (const line of results.flatMap(linesOf)) log(line);
  const differences = results.reduce((sum, one) => sum + one.differences.length, 0);
  if (differences > 0 || !isWhole(results)) process.exitCode = 1;
  if (statement !== undefined) return {};
  const isSuccess = isWhole(results);
  return {
    opora_reconcile_differences: differences,
    ...(isSuccess && { opora_reconcile_success_timestamp_seconds: nowSeconds() }),
  };
}
