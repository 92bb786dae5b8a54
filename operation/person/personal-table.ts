import sql, { type Sql } from 'sql-template-tag';

/** The person that a request is about. */
export interface Subject {
  readonly userId: string;
  readonly phone: string;
  readonly userName: string;
  readonly projectId: string;
  /** Texts that identify the person and may occur in rows of others: phones, user name, names, addresses. */
  readonly traces: readonly string[];
}

/** How a person's data is exported and deleted from a table. */
export interface PersonalTable {
  /** A short description of the data. */
  readonly holds: string;
  /** The condition for the person's own rows `t`. Null: no rows are exported. */
  readonly own: ((subject: Subject) => Sql) | null;
  /** Columns that are not exported, with the reason. */
  readonly leftOut?: Readonly<Record<string, string>>;
  /** The statements that delete the person's data, in this order. */
  readonly erase: (subject: Subject) => readonly Sql[];
  /** The data that stays without the person, with the reason. */
  readonly stays?: string;
}

/** Replaces an erased name. */
export const erasedName = 'Удалённый пользователь';

/** Why a column is left out. */
export const secret = 'a secret, kept as a hash';

/** Why a column is left out. */
export const others = 'of another person';

/** Why a column is left out. */
export const inner = 'made of other columns, for searching';

/** A table whose own rows have the phone, and are deleted. */
export const byPhone = (table: Sql, holds: string, leftOut: PersonalTable['leftOut']): PersonalTable => ({
  holds,
  own: ({ phone }) => sql`t.phone = ${phone}`,
  ...(leftOut && { leftOut }),
  erase: ({ phone }) => [sql`delete from ${table} where phone = ${phone}`],
});

/** A table whose own rows have the person, and are deleted. */
export const byPerson = (table: Sql, holds: string, leftOut: PersonalTable['leftOut']): PersonalTable => ({
  holds,
  own: ({ userId }) => sql`t.person_id = ${userId}`,
  ...(leftOut && { leftOut }),
  erase: ({ userId }) => [sql`delete from ${table} where person_id = ${userId}`],
});

/** A table whose own rows have the person's project, and are deleted. */
export const byProject = (table: Sql, holds: string, leftOut?: PersonalTable['leftOut']): PersonalTable => ({
  holds,
  own: ({ projectId }) => sql`t.project_id = ${projectId}`,
  ...(leftOut && { leftOut }),
  erase: ({ projectId }) => [sql`delete from ${table} where project_id = ${projectId}`],
});
