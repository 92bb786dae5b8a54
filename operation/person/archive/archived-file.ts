import type { Sql } from 'sql-template-tag';
import type { Queryable } from '#base/db/db.server.ts';
import type { Subject } from '../personal-table.ts';

/** A member of the lines of a file. */
export interface ArchivedField {
  /** The SQL of the value, of the row `t`. */
  readonly from: string;
  /** What it means, for `docs/moving-out.md`. */
  readonly means: string;
  /** Minor units, which are written as main units. */
  readonly isMoney?: true;
}

/** A column that orders the rows and, with the others of the key, is unique. */
export interface KeyColumn {
  readonly from: string;
  readonly type: 'uuid' | 'bigint' | 'text' | 'timestamptz' | 'bytea';
}

/** The members of a line by their names. */
export type Line = Readonly<Record<string, unknown>>;

/**
 * A file of the archive: lines of JSON, one for each row of a table of `tablesOfPeople`. Only the members that are named here are in it: what the
 * person may see in the product, never a secret or what others keep private.
 */
export interface ArchivedFile {
  /** One of `tablesOfPeople`, as `t`. */
  readonly table: string;
  /** The condition for the rows. Default: that of the table. */
  readonly own?: (subject: Subject) => Sql;
  /** Joins that bring one row each. */
  readonly join?: string;
  /** What an index has in this order, so that a batch reads its own rows alone. */
  readonly key: readonly KeyColumn[];
  readonly holds: string;
  readonly fields: Readonly<Record<string, ArchivedField>>;
  /** The lines of some rows where the code of the product decides what is shown of them. */
  readonly shown?: (db: Queryable, rows: readonly Line[], subject: Subject) => Promise<readonly Line[]>;
}

export const field = (from: string, means: string): ArchivedField => ({ from, means });

export const money = (from: string, means: string): ArchivedField => ({ from, means, isMoney: true });

export const byId: readonly KeyColumn[] = [{ from: 't.id', type: 'uuid' }];

/** The day as it is stored, whatever the time zone of the program. */
export const day = (from: string, means: string): ArchivedField => field(`${from}::text`, means);
