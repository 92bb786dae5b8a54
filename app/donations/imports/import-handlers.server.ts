import { z } from 'zod';
import type { CountryProfile } from '#app/country.ts';
import { projectOfUser } from '#app/creators/creators.server.ts';
import { WorkQueue } from '#app/images/work-queue.server.ts';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import { type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Budget } from '#base/calls/rate-limit.server.ts';
import { parseInput } from '#base/calls/validation.server.ts';
import { dropCached } from '#base/events/cache-tags.server.ts';
import { readUploadForm } from '#base/http/body/upload-form.server.ts';
import { add, minor, zero } from '#base/money/money.ts';
import { cleanLine } from '#base/text/clean-text.ts';
import { tooMuchHistory } from './import-failures.ts';
import { largestImportBytes, mostImported, mostImports } from './import-rules.ts';
import { importsCalls } from './imports.calls.ts';
import {
  addImport,
  addLines,
  dropImport,
  lockImports,
  readImported,
  readImportedTotal,
  readImports,
  readKnownIds,
  showImports,
} from './imports-store.server.ts';
import { type HistoryLine, readHistory } from './read-history.server.ts';

const uploadBudget: Budget = {
  name: 'history-upload',
  points: 60,
  seconds: 3_600,
  message: 'Слишком много загрузок за час. Подождите немного и попробуйте снова',
};

const form = importsCalls.importFile.parts.extend({ file: z.instanceof(Buffer, { error: 'Выберите файл' }) });

const limits = {
  names: Object.keys(form.shape),
  fileBytes: largestImportBytes,
  textBytes: 1_024,
  tooLarge: 'Файл больше 10 МБ. Разделите его на части и загрузите по очереди',
};

const shownFirst = 5;

/** A project, its file as the service was chosen, and what the file says. */
async function readUpload(context: CallContext, homeCurrency: string) {
  const { userId } = callerOf(context);
  await context.limits.spend(uploadBudget, userId);
  const { file, source, currency = 'RUB', name } = parseInput(form, await readUploadForm(context.request, limits));
  const project = await projectOfUser(context.db, userId);
  if (project === null) throw failures.notFound();
  const { projectId } = project;
  const history = await readHistory({ projectId, source, currency, homeCurrency, bytes: file });
  const fileName = [...(cleanLine(name) ?? source)].slice(0, 100).join('');
  return { projectId, source, fileName, history };
}

/** Sums by currency, the country's own first. */
function sumsOf(lines: readonly HistoryLine[]) {
  const sums = new Map<string | null, { count: number; amount: typeof zero }>();
  for (const { currency, amount } of lines) {
    const sum = sums.get(currency) ?? { count: 0, amount: zero };
    sums.set(currency, { count: sum.count + 1, amount: add(sum.amount, amount) });
  }
  return [...sums]
    .map(([currency, sum]) => ({ currency, ...sum }))
    .sort((a, b) => (a.currency ?? '').localeCompare(b.currency ?? ''));
}

async function preview(context: CallContext, homeCurrency: string) {
  const { history } = await readUpload(context, homeCurrency);
  const known = await readKnownIds(context.db, history.lines);
  const lines = history.lines.filter(({ id }) => !known.has(id));
  return {
    count: lines.length,
    known: known.size,
    sums: sumsOf(lines),
    first: lines.slice(0, shownFirst).map(({ id, name, message, amount, currency, givenAt }) => {
      return { id, name, message, amount, currency, givenAt: givenAt.toISOString() };
    }),
    faultCount: history.faultCount,
    faults: [...history.faults],
  };
}

async function importFile(context: CallContext, homeCurrency: string) {
  const { projectId, source, fileName, history } = await readUpload(context, homeCurrency);
  const { lines, faultCount } = history;
  const imported = await context.transaction(async (tx) => {
    const { count } = await lockImports(tx, projectId);
    const known = await readKnownIds(tx, lines);
    const fresh = lines.filter(({ id }) => !known.has(id));
    if (fresh.length === 0) return { id: null, added: 0 };
    if (count + fresh.length > mostImported) throw tooMuchHistory();
    const id = await addImport(tx, { projectId, source, fileName, most: mostImports });
    if (id === null) throw tooMuchHistory();
    const added = await addLines(tx, { projectId, importId: id, lines: fresh });
    await dropCached(tx, [`project:${projectId}`]);
    return { id, added };
  });
  return { ...imported, known: lines.length - imported.added, faultCount };
}

/** Handlers of the calls for a creator's history from other services. */
export function createImportHandlers({
  currencyCode,
}: Pick<CountryProfile, 'currencyCode'>): Handlers<typeof importsCalls> {
  const queue = new WorkQueue(4, 12);
  return {
    imports: async (_, context) => {
      const project = await projectOfUser(context.db, callerOf(context).userId);
      if (project === null) return { isPublic: false, count: 0, imports: [] };
      const [total, imports] = await Promise.all([
        readImportedTotal(context.db, project.projectId),
        readImports(context.db, project.projectId),
      ]);
      return { ...total, imports: imports.map((one) => ({ ...one, createdAt: one.createdAt.toISOString() })) };
    },
    showImports: async ({ body: { isPublic } }, context) => {
      const project = await projectOfUser(context.db, callerOf(context).userId);
      if (project === null) throw failures.notFound();
      await context.transaction(async (tx) => {
        await lockImports(tx, project.projectId);
        await showImports(tx, project.projectId, isPublic);
        await dropCached(tx, [`project:${project.projectId}`]);
      });
      return {};
    },
    previewImport: async (_, context) => queue.run(callerOf(context).userId, () => preview(context, currencyCode)),
    importFile: async (_, context) => queue.run(callerOf(context).userId, () => importFile(context, currencyCode)),
    removeImport: async ({ query: { id } }, context) => {
      const project = await projectOfUser(context.db, callerOf(context).userId);
      if (project === null) throw failures.notFound();
      const { projectId } = project;
      await context.transaction(async (tx) => {
        await lockImports(tx, projectId);
        if (!(await readImports(tx, projectId)).some((one) => one.id === id)) throw failures.notFound();
        await dropImport(tx, projectId, id);
        await dropCached(tx, [`project:${projectId}`]);
      });
      return {};
    },
    imported: async ({ query: { Skip, Take } }, context) => {
      const project = await projectOfUser(context.db, callerOf(context).userId);
      if (project === null) return { items: [], count: 0 };
      const { projectId } = project;
      const { count } = await readImportedTotal(context.db, projectId);
      const rows = await readImported(context.db, { projectId, skip: Skip, take: Take, count });
      const items = rows.map(({ amount, givenAt, ...row }) => {
        return { ...row, amount: minor(amount), givenAt: givenAt.toISOString() };
      });
      return { items, count };
    },
  };
}
