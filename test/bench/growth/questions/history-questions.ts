import type { Fixture } from '../fixture.ts';
import { idOf } from '../ids.ts';
import { foundId } from './found.ts';
import { nearEnd, type Question, questionsOf } from './question.ts';

/** What creators brought along from other services. */
export const historyQuestions: readonly Question[] = [
  ...questionsOf('GET Donate/Imports', { 'creator with most lines': () => ({ as: 'creator' }) }),
  ...questionsOf('GET Donate/Imported', {
    'creator with most lines': (_, at) => ({ as: 'creator', query: { Skip: at } }),
    'last pages': ({ sizes }, at) => ({ as: 'creator', query: { Skip: nearEnd(sizes.imported / 4, at, 10) } }),
    'the middle': ({ sizes }, at) => ({ as: 'creator', query: { Skip: Math.floor(sizes.imported / 8) + at } }),
  }),
  ...questionsOf('GET ProjectPay/List', {
    'creator who shows his history': (_, at) => ({ query: { projectId: idOf.project(2), Skip: at } }),
  }),
  ...questionsOf('GET ProjectPay/Top', {
    'creator who shows his history': (_, at) => ({ query: { projectId: idOf.project(2), top: 20 + at } }),
  }),
];

const linesOfFile = 200;

/** A file that the creator with most imported lines has just brought, of an equal length in both databases. */
async function importFile(fixture: Fixture, at: number): Promise<string> {
  const project = idOf.project(1);
  const id = await foundId(
    fixture,
    `insert into donation_import (project_id, source, file_name, count) values ($1, 'KoFi', $2, ${linesOfFile}) returning id`,
    [project, `file-${at}.csv`],
  );
  await fixture.client.query(
    `insert into imported_donation (id, project_id, import_id, donor_key, name, amount, given_at)
     select uuid_v7(), $1, $2, 'name:гость ' || n, 'Гость ' || n, 100000, now() - n * interval '1 hour' from generate_series(1, ${linesOfFile}) n`,
    [project, id],
  );
  await fixture.client.query(
    `insert into imported_donor (project_id, donor_key, name, amount, count)
     select $1, 'name:гость ' || n, 'Гость ' || n, 100000, 1 from generate_series(1, ${linesOfFile}) n`,
    [project],
  );
  await fixture.client.query(`update imported_total set count = count + ${linesOfFile} where project_id = $1`, [
    project,
  ]);
  return id;
}

export const removingHistoryQuestions: readonly Question[] = [
  ...questionsOf('PUT Donate/Imports', {
    'creator with most lines': (_, at) => ({ as: 'creator', body: { isPublic: at % 2 === 0 } }),
  }),
  ...questionsOf('DELETE Donate/Import', {
    [`a file of ${linesOfFile} lines`]: async (fixture, at) => ({
      as: 'creator',
      query: { id: await importFile(fixture, at) },
    }),
  }),
];
