const begin = '018f0000-0000-7000';

const valueIn = (kind: string) => (n: number) => `${begin}-${kind}-${n.toString(16).padStart(12, '0')}`;

const textOf = (kind: string) => (n: string) => `('${begin}-${kind}-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

/** The ids of the n-th person, project, … of a filled database, from 1. */
export const idOf = {
  person: valueIn('a001'),
  account: valueIn('a002'),
  project: valueIn('a003'),
  product: valueIn('a004'),
  donation: valueIn('a005'),
  order: valueIn('a006'),
  payout: valueIn('a008'),
  webhook: valueIn('a00c'),
  level: valueIn('a00f'),
  post: valueIn('a013'),
  receiver: valueIn('a012'),
} as const;

/** The same in SQL, of an expression that is an integer. */
export const idIn = {
  person: textOf('a001'),
  account: textOf('a002'),
  project: textOf('a003'),
  product: textOf('a004'),
  donation: textOf('a005'),
  order: textOf('a006'),
  session: textOf('a007'),
  payout: textOf('a008'),
  donationPayment: textOf('a009'),
  orderPayment: textOf('a00a'),
  alert: textOf('a00b'),
  webhook: textOf('a00c'),
  basket: textOf('a00d'),
  membership: textOf('a00e'),
  level: textOf('a00f'),
  imported: textOf('a010'),
  import: textOf('a011'),
  receiver: textOf('a012'),
  post: textOf('a013'),
} as const;

/** An id that bears its time, as those of postings do: statements are read in the order of ids. */
export const datedIdIn = (at: string, kind: string, n: string) =>
  `(lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0') || '7000${kind}' || lpad(to_hex(${n}), 12, '0'))::uuid`;

export const widgetKeyOf = (creator: number) => `key-of-bench-${creator}`;

/** The name of a picture in SQL: of a creator's face (`A`) or of a product (`P`). */
export const imageIn = (letter: 'A' | 'P', n: string) => `('${letter}' || lpad((${n})::text, 21, '0'))`;
