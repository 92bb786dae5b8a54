import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';

export interface AccountRow extends Record<string, unknown> {
  readonly id: string;
  readonly name: string;
  readonly balance: number;
  readonly isActive: boolean;
}

interface EntryRow extends Record<string, unknown> {
  readonly accountId: string;
  readonly amount: number;
}

const accountInsert = statement<{ id: string }>(
  `insert into account (person_id, kind, name) values ($1, 'creator', $2) returning id`,
);

const postingInsert = statement<{ id: string }>(`
  with made as (
    insert into posting (kind, reference) values ($1, $2)
    on conflict (kind, reference) do nothing
    returning id
  )
  insert into entry (posting_id, account_id, amount)
  select made.id, given.account_id, given.amount
  from made, unnest($3::uuid[], $4::bigint[]) as given (account_id, amount)
  returning posting_id as id`);

const entriesOfPosting = statement<EntryRow>(`
  select e.account_id as "accountId", e.amount
  from posting p join entry e on e.posting_id = p.id
  where p.kind = $1 and p.reference = $2`);

const peopleOfPosting = statement<{ personId: string; accountId: string }>(`
  select a.person_id as "personId", e.account_id as "accountId"
  from posting p join entry e on e.posting_id = p.id join account a on a.id = e.account_id
  where p.kind = $1 and p.reference = $2 and a.person_id is not null`);

const personAccounts = statement<AccountRow>(`
  select id, name, balance, is_active as "isActive" from account where person_id = $1 order by created_at, id`);

export async function openAccount(tx: Tx, personId: string, name: string): Promise<string> {
  const [account] = await tx.run(accountInsert, [personId, name]);
  if (account === undefined) throw new Error('the new account has no id');
  return account.id;
}

/** Returns whether the posting is new. */
export async function insertPosting(
  tx: Tx,
  kind: string,
  reference: string,
  sides: { accounts: readonly string[]; amounts: readonly string[] },
): Promise<boolean> {
  return (await tx.run(postingInsert, [kind, reference, sides.accounts, sides.amounts])).length > 0;
}

export async function readEntries(db: Queryable, kind: string, reference: string): Promise<EntryRow[]> {
  return db.run(entriesOfPosting, [kind, reference]);
}

export async function readPeopleOfPosting(db: Queryable, kind: string, reference: string) {
  return db.run(peopleOfPosting, [kind, reference]);
}

export async function readPersonAccounts(db: Queryable, personId: string): Promise<AccountRow[]> {
  return db.run(personAccounts, [personId]);
}

const accountsById = statement<AccountRow>(`
  select id, name, balance, is_active as "isActive" from account where id = any ($1::uuid[])`);

export function readAccounts(db: Queryable, ids: readonly string[]): Promise<AccountRow[]> {
  return db.run(accountsById, [ids]);
}

const lockInOrder = statement<AccountRow>(`
  select id, name, balance, is_active as "isActive" from account where id = any ($1::uuid[]) order by id for no key update`);

/** Locks accounts until the transaction ends, in the order of postings. */
export async function lockAccountRows(tx: Tx, ids: readonly string[]): Promise<AccountRow[]> {
  return tx.run(lockInOrder, [ids]);
}
