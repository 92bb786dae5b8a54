import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import { lineKinds, type TaxItem } from '../payment-lines.ts';

type LineKind = (typeof lineKinds)[number];

/** What the site calls lines without a code of their own. */
export type TaxDefaults = Readonly<Record<LineKind, TaxItem | null>>;

interface DefaultsRow extends Record<string, unknown> {
  readonly items: Partial<Record<LineKind, TaxItem>>;
  readonly version: string;
}

const all = statement<DefaultsRow>(`
  select coalesce(jsonb_object_agg(kind, item), '{}') as items,
         md5(coalesce(jsonb_agg(jsonb_build_array(kind, item) order by kind), '[]')::text) as version
    from tax_item_default`);

/** Keeps other writers away until the commit; payments go on reading. */
const lock = statement('lock table tax_item_default in share row exclusive mode');

const write = statement(`
  insert into tax_item_default (kind, item) values ($1, $2::jsonb) on conflict (kind) do update set item = excluded.item`);

const drop = statement('delete from tax_item_default where kind = $1');

/** The defaults with their version, to detect concurrent changes. */
export async function readTaxDefaults(db: Queryable): Promise<TaxDefaults & { readonly version: string }> {
  const [found] = await db.run(all, []);
  const { donation = null, delivery = null, product = null } = found?.items ?? {};
  return { donation, delivery, product, version: found?.version ?? '' };
}

/** The version, which stays until the commit. */
export async function lockTaxDefaults(tx: Tx): Promise<string> {
  await tx.run(lock, []);
  return (await readTaxDefaults(tx)).version;
}

/** Replaces the defaults. */
export async function writeTaxDefaults(tx: Tx, defaults: TaxDefaults): Promise<void> {
  for (const kind of lineKinds) {
    const item = defaults[kind];
    if (item === null) await tx.run(drop, [kind]);
    else await tx.run(write, [kind, JSON.stringify(item)]);
  }
}
