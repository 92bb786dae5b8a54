import { afterAll, expect, it } from 'vitest';
import { toMain } from '#base/money/money.ts';
import { archiveAddress, givePassword } from '#test/support/archive-client.ts';
import { DrawFixture } from '#test/support/draw-fixture.ts';
import { newProduct } from '#test/support/merch-fixture.ts';
import { linesIn, readZip } from '#test/support/read-zip.ts';
import { openShop, orderOf } from '#test/support/shop-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { dataOf } from '#test/support/start-app.ts';
import { archivedFiles } from './archived-files.ts';

const shop = await openShop();
const { app } = shop;
const draws = new DrawFixture(app);
afterAll(() => app.close());

async function archiveOf(person: SignedIn) {
  await givePassword(app, person);
  const answer = await fetch(await archiveAddress(app, person));
  return readZip(new Uint8Array(await answer.arrayBuffer()));
}

/** The members of the archive that are JSON in the database. */
async function jsonMembers(): Promise<string[]> {
  const { rows } = await app.db.pool.query<{ table: string; column: string }>(
    `select table_name as "table", column_name as "column" from information_schema.columns
     where table_schema = 'public' and data_type in ('json', 'jsonb')`,
  );
  const isJson = (table: string, from: string) =>
    rows.some((row) => row.table === table && new RegExp(`\\b${row.column}\\b`).test(from));
  return Object.entries(archivedFiles).flatMap(([name, { table, fields }]) =>
    Object.entries(fields).flatMap(([member, { from }]) => (isJson(table, from) ? [`${name} ${member}`] : [])),
  );
}

const look = {
  template: '{name}',
  animation: 'unroll',
  duration: 8,
  sound: 'chime',
  image: null,
};

it('what is JSON in the database is what the calls answer, with the sums in main units', async () => {
  const person = await shop.person();
  const { token } = person;
  const alert = {
    minAmount: 7_500.5,
    variants: [{ ...look, minAmount: 250_000 }],
    monthlyVariants: [{ ...look, months: 'first' }],
  };
  const goal = { title: 'На мольберт', amount: 12_000_000 };
  dataOf(await app.api('GET Widget/Settings', {}, { token }));
  const settings = dataOf(await app.api('PUT Widget/Settings', { body: { alert, statistics: { goal } } }, { token }));
  const sizeChart = [
    ['Размер', 'Грудь, см'],
    ['L', '112'],
  ];
  const productId = await newProduct(app.db, { userId: person.userId, sizeChart });
  const { id: pickupPointId } = await shop.point();
  const basket = orderOf(await shop.fill(person, [{ productId: await shop.product() }], { pickupPointId }));
  const { orderId, total } = basket;
  dataOf(await shop.askToPay(person, { orderId, expectedTotal: toMain(total) }));
  const files = await archiveOf(person);
  const shown: Record<string, unknown> = {
    'widgets/settings.jsonl alert': settings.alert,
    'widgets/settings.jsonl statistics': settings.statistics,
    'widgets/settings.jsonl sticker': settings.sticker,
    'merch/products.jsonl sizeChart': dataOf(await app.api('GET Product/Product', { query: { productId } })).sizeChart,
    'orders/orders.jsonl pickup': (await shop.orderFor(person, orderId)).pickupPoint,
  };
  expect((await jsonMembers()).sort()).toEqual(Object.keys(shown).sort());
  for (const [at, value] of Object.entries(shown)) {
    const [name = '', member = ''] = at.split(' ');
    expect(
      linesIn(files, name).map((line) => line[member]),
      at,
    ).toEqual([value]);
  }
  expect(settings).toMatchObject({ alert: { minAmount: 7_500.5 }, statistics: { goal } });
});

it('settings of widgets are those that the product shows where nothing was changed', async () => {
  const person = await shop.person();
  const { alert, statistics, sticker } = dataOf(await app.api('GET Widget/Settings', {}, person));
  expect(linesIn(await archiveOf(person), 'widgets/settings.jsonl')).toEqual([{ alert, statistics, sticker }]);
});

it('winners have the ticket and the name that everybody sees, and no donation', async () => {
  const own = await draws.creator();
  const made = await draws.announce(own, { winners: 3 });
  const given = [];
  for (const more of [{ name: 'Сука Мороз' }, { isAnonymous: true }, { name: 'Вернувшая Деньги' }]) {
    const donor = await draws.donor();
    given.push({ donor, ...(await draws.give(own, donor, more)) });
  }
  await draws.hold(own, made);
  for (const { donor } of given) dataOf(await draws.act('Answer', donor, { drawId: made.id, answer: 'Моя почта' }));
  const [, , last] = given;
  if (last) await draws.refund(last);
  const lines = linesIn(await archiveOf(own), 'choices/draw-winners.jsonl');
  const places = await draws.places(made.id, own);
  const shown = places.map(({ place, name, ticket, answer }) => ({ place, name, ticket, answer }));
  expect(lines.map(({ place, name, ticket, answer }) => ({ place, name, ticket, answer }))).toEqual(shown);
  expect(lines.map(({ name }) => name).filter((name) => name !== null)).toEqual([
    expect.stringMatching(/^[^С]+ Мороз$/),
  ]);
  for (const { payId } of given) expect(JSON.stringify(lines)).not.toContain(payId);
});

it('winners of a draw that a moderator took away are not shown to its creator', async () => {
  const own = await draws.creator();
  const made = await draws.announce(own);
  await draws.donors(own, 1);
  await draws.hold(own, made);
  expect(linesIn(await archiveOf(own), 'choices/draw-winners.jsonl')).toHaveLength(1);
  await app.db.pool.query(`update draw set removed_at = now(), removed_for = 'Чужой приз' where id = $1`, [made.id]);
  expect(await draws.places(made.id, own)).toEqual([]);
  expect(linesIn(await archiveOf(own), 'choices/draw-winners.jsonl')).toEqual([]);
});
