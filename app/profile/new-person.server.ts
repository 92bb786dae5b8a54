import { createCreator } from '#app/creators/creators.server.ts';
import type { NewPerson, PersonHome, PreparePerson } from '#app/identity/identity-services.server.ts';
import { makePerson } from '#app/identity/identity-services.server.ts';
import { openAccount } from '#app/ledger/ledger-store.server.ts';
import type { Tx } from '#base/db/db.server.ts';

/** What every person has from his first moment: an account for money, a project that is credited to it, and a page. */
export const preparePerson: PreparePerson = async (tx, { userId, userName }) => {
  const accountId = await openAccount(tx, userId, 'Основной счёт');
  const { projectId } = await createCreator(tx, { userId, accountId, ...(userName !== undefined && { userName }) });
  return { projectId, accountId };
};

/** Makes a person with account, project and page. A phone that is taken violates the constraint `person_phone_key`. */
export function createPerson(tx: Tx, person: NewPerson): Promise<PersonHome & { userId: string }> {
  return makePerson(tx, person, preparePerson);
}
