import { type Queryable, statement } from '#base/db/db.server.ts';

const question = statement('select 1');
const patience = 500;

/** Whether the database does not answer within half a second. */
export function isDatabaseSilent(db: Queryable): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, patience, true);
  db.run(question, [])
    .then(
      () => resolve(false),
      () => resolve(true),
    )
    .finally(() => clearTimeout(timer));
  return promise;
}
