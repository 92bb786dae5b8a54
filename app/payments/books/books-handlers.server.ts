import { z } from 'zod';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import { type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Budget } from '#base/calls/rate-limit.server.ts';
import { parseInput } from '#base/calls/validation.server.ts';
import { readUploadForm } from '#base/http/body/upload-form.server.ts';
import { cleanLine } from '#base/text/clean-text.ts';
import type { PaymentDeps } from '../payment-deps.server.ts';
import { booksCalls } from './books.calls.ts';
import { type KeptResult, keptOf, latestNights, readComparison } from './comparisons-store.server.ts';
import { reconcile } from './reconcile.server.ts';
import { readStatement, StatementFault, type StatementProblem } from './statement.server.ts';

const uploadBudget: Budget = {
  name: 'statement-upload',
  points: 30,
  seconds: 3_600,
  message: 'Слишком много загрузок за час. Подождите немного и попробуйте снова',
};

const form = booksCalls.compareStatement.parts.extend({ file: z.instanceof(Buffer, { error: 'Выберите файл' }) });

const limits = {
  names: Object.keys(form.shape),
  fileBytes: 20 * 1_024 * 1_024,
  textBytes: 1_024,
  tooLarge: 'Файл больше 20 МБ',
};

const shownNights = 14;

const problems: Readonly<Record<Exclude<StatementProblem, 'otherLine'>, string>> = {
  noCsv: 'Не получается прочитать файл: нужен CSV',
  noHead: 'В первой строке нужны названия столбцов: id, amount, state, time',
  noLine: 'В файле нет ни одной строки',
  tooLong: 'В файле больше 100 000 строк',
  tooWide: 'От первой до последней строки больше 100 дней: разделите файл',
  id: 'id — от 1 до 200 знаков',
  amount: 'amount — сумма, как 15000 или 15000.50',
  state: 'state — paid, refunded или unpaid',
  time: 'time — время, как 2026-11-01T09:30:00+05:00',
};

/** What is wrong, without the line that it is wrong in. */
function problemOf({ problem, before }: StatementFault): string {
  if (problem !== 'otherLine') return problems[problem];
  return `тот же id, что в строке ${before}, а остальное другое: оставьте строку с последним состоянием`;
}

/** A fault as the field of the file shows it. */
function refusalOf(fault: StatementFault) {
  const { line } = fault;
  const text = line === 0 ? problemOf(fault) : `Строка ${line}: ${problemOf(fault)}`;
  return failures.validationFailed({ message: text, fields: { file: text } });
}

/** A result with arrays of its own, as an answer wants them. */
const answerOf = ({ differences, ...result }: KeptResult) => ({
  ...result,
  differences: differences.map(({ kind, payment, theirIds, ours, theirs }) => ({
    kind,
    payment,
    theirIds: [...theirIds],
    ours,
    theirs: [...theirs],
  })),
});

async function compareStatement(context: CallContext, systems: PaymentDeps['systems']) {
  await context.limits.spend(uploadBudget, callerOf(context).userId);
  const { file, system, name } = parseInput(form, await readUploadForm(context.request, limits));
  const saved = await readStatement(file).catch((error: unknown) => {
    throw error instanceof StatementFault ? refusalOf(error) : error;
  });
  const { from, to } = saved.period;
  const statement = { system, saved };
  const { database: db } = context;
  const [result] = await reconcile({ db, systems, since: from, statement, pause: async () => undefined });
  if (result === undefined) throw new Error('a statement has one system');
  const fileName = [...(cleanLine(name) ?? 'statement.csv')].slice(0, 100).join('');
  await context.transaction((tx) => context.record(tx, { details: { fileName, system } }));
  return { from: from.toISOString(), to: to.toISOString(), result: answerOf(keptOf(result)) };
}

/** Handlers of the comparisons with the books of the systems. */
export function createBooksHandlers({ systems }: Pick<PaymentDeps, 'systems'>): Handlers<typeof booksCalls> {
  return {
    comparedNight: async ({ query: { Night: night = null } }, { db }) => {
      const [nights, shown] = await Promise.all([latestNights(db, shownNights), readComparison(db, night)]);
      return {
        nights: nights.map(({ endedAt, ...one }) => ({ ...one, endedAt: endedAt?.toISOString() ?? null })),
        shown: shown && {
          night: shown.night,
          isUnderWay: shown.isUnderWay,
          results: shown.results.map(answerOf),
          since: shown.since.toISOString(),
          endedAt: shown.endedAt?.toISOString() ?? null,
        },
      };
    },
    compareStatement: async (_, context) => compareStatement(context, systems),
  };
}
