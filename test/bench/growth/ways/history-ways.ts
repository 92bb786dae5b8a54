import type { Fixture } from '../fixture.ts';
import { idOf } from '../ids.ts';
import { foundId } from './found.ts';
import { waysOf } from './way.ts';

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

/** What creators brought along from other services is shown or hidden, and removed. */
export const historyWays = waysOf({
  'PUT Donate/Imports': (_, at) => ({ as: 'creator', body: { isPublic: at % 2 === 0 } }),
  'DELETE Donate/Import': async (fixture, at) => ({ as: 'creator', query: { id: await importFile(fixture, at) } }),
});
