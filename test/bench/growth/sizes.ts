/** How many rows of each kind a filled database has. */
export interface Sizes {
  readonly people: number;
  /** People with a public page; the first of all people. */
  readonly creators: number;
  /** Creators who sell; the first of them. */
  readonly sellers: number;
  readonly donations: number;
  readonly products: number;
  readonly orders: number;
  readonly baskets: number;
  readonly audits: number;
  readonly payouts: number;
  /** Their months are a part of the donations. */
  readonly memberships: number;
  /** Donations that creators brought along from other services. */
  readonly imported: number;
  readonly promoCodes: number;
}

const full: Sizes = {
  people: 200_000,
  creators: 20_000,
  sellers: 2_000,
  donations: 1_000_000,
  products: 200_000,
  orders: 500_000,
  baskets: 20_000,
  audits: 100_000,
  payouts: 20_000,
  memberships: 100_000,
  imported: 200_000,
  promoCodes: 10_000,
};

/** The same everywhere: a fixture does not get more staff, categories or pickup points with each buyer. */
export const fixed = { moderators: 20, categories: 20, points: 200, pictures: 40, days: 730 } as const;

/** The sizes at a share of 1,000,000 donations, 200,000 people, 200,000 products and 500,000 orders. */
export function sizesOf(share: number): Sizes {
  const part = (count: number) => Math.max(1, Math.round(count * share));
  return {
    people: Math.max(100, part(full.people)),
    creators: Math.max(20, part(full.creators)),
    sellers: Math.max(5, part(full.sellers)),
    donations: part(full.donations),
    products: part(full.products),
    orders: part(full.orders),
    baskets: part(full.baskets),
    audits: part(full.audits),
    payouts: part(full.payouts),
    memberships: part(full.memberships),
    imported: part(full.imported),
    promoCodes: part(full.promoCodes),
  };
}
