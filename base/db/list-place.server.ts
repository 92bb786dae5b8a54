/**
 * A row's place in a list that is sorted by a moment and an id. A `Date` would cut the moment to milliseconds, and the list would go on
 * without the rows of the rest of that millisecond.
 */
export interface ListPlace {
  /** Microseconds since 1970. */
  readonly at: number;
  readonly id: string;
}

/** The SQL of a column's moment as a place has it. */
export const microsecondsOf = (column: string): string => `(extract(epoch from ${column}) * 1000000)::bigint`;

/** The SQL of the moment that a parameter has in microseconds. */
export const momentOf = (parameter: string): string =>
  `(timestamptz 'epoch' + interval '1 microsecond' * ${parameter}::bigint)`;
