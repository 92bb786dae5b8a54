import { describe, expect, test } from 'vitest';
import { openPieceFixture } from '#test/support/money/piece-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { dataOf } from '#test/support/start-app.ts';

const { members, fixture } = await openPieceFixture();

/** The present month in the country's time zone, by the clock of the postings. */
const thisMonth = () => new Date(Date.now() + 5 * 3_600_000).toISOString().slice(0, 7);

/** The sums of one line of the month, by the name of their column; `about`: what only this line says. */
async function lineOf(about: string): Promise<Record<string, number>> {
  const { token } = await members.person('admin');
  const { body } = await members.api('GET Receipt/Month', { query: { Month: thisMonth() } }, { token });
  const [heads = [], ...rows] = String(body)
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n')
    .map((line) => line.slice(1, -1).split('";"'));
  const row = rows.find((cells) => cells.includes(about)) ?? [];
  const sums = heads.map((head, at) => [head, Number((row[at] ?? '').replace(',', '.'))] as const);
  return Object.fromEntries(sums.filter(([, sum]) => !Number.isNaN(sum)));
}

describe('the month of the bookkeeper', () => {
  test('has the delivery of a given piece on the line of deliveries, and none of it as commission of the creator', async () => {
    const sold = await fixture.product(3);
    const winner = await members.person();
    const { giftId } = await fixture.drawn(sold, [winner], { pieces: 1 });
    const { orderId } = await fixture.order(giftId, winner);
    const given = { Донаты: 25_000, Возвраты: 0, Комиссия: 1_250, Выплаты: 0 };
    expect(await lineOf(sold.userName)).toMatchObject({ ...given, Заказы: -5_000, 'Изменение счёта': 18_750 });
    expect(await lineOf('Доставка')).toMatchObject({ Заказы: 5_000, Комиссия: 5_000, 'Изменение счёта': 0 });
    const staff = await members.person('moderator');
    const body = { orderId, status: 'Refunded' };
    expect(await members.as(staff, 'PUT Order/UserOders', { body })).toMatchObject({ status: 200 });
    expect(await lineOf(sold.userName)).toMatchObject({
      ...given,
      Заказы: -5_000,
      Возвраты: 5_000,
      'Изменение счёта': 23_750,
    });
    expect(await lineOf('Доставка')).toMatchObject({ Заказы: 5_000, Возвраты: -5_000, Комиссия: 0 });
  });
});

describe('Gift/Terms', () => {
  test('counts what its caller holds for an older attempt, which a new one lets go', async () => {
    const sold = await fixture.product(5);
    const donor = await members.person();
    await fixture.begin(donor, sold, { pieces: 5 });
    const terms = async (who: SignedIn | null) => {
      const asked = { query: { productId: sold.productId } };
      return dataOf(
        await (who === null ? members.api('GET Gift/Terms', asked) : members.as(who, 'GET Gift/Terms', asked)),
      );
    };
    expect(await terms(donor)).toMatchObject({ most: 5, refusal: null });
    for (const other of [null, await members.person()]) {
      expect(await terms(other)).toMatchObject({ most: 0, refusal: 'OutOfStock' });
    }
    await fixture.begin(donor, sold, { pieces: 5 });
    expect(await fixture.stateOf(sold.productId)).toMatchObject({ stock: 0, stocked: 5 });
  });
});
