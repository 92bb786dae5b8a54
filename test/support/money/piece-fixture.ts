import { afterAll, beforeEach } from 'vitest';
import { z } from 'zod';
import { countries } from '#app/country.ts';
import { addPickUp } from '#app/delivery/delivery.server.ts';
import { fromMain } from '#base/money/money.ts';
import { newCategory, newProduct } from '#test/support/merch-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { type ApiAnswer, dataOf } from '#test/support/start-app.ts';
import { setRates } from './delivery-fixture.ts';
import { GiftFixture, type Given } from './gift-fixture.ts';
import { type MembershipFixture, openMembershipFixture } from './membership-fixture.ts';

const opened = z.object({ payId: z.uuid(), paymentUrl: z.string() });

const page = z.object({
  gift: z.looseObject({ state: z.string(), pieces: z.number(), left: z.number(), short: z.number() }),
  places: z.array(z.looseObject({ name: z.string().nullable(), ticket: z.string().nullable() })),
});

const part = z.object({
  role: z.string(),
  ticket: z.string().nullable(),
  piece: z
    .object({
      place: z.number(),
      until: z.string(),
      orderId: z.string().nullable(),
      lapsedAt: z.string().nullable(),
      withdrawnAt: z.string().nullable(),
    })
    .nullable(),
});

const ordered = z.object({ orderId: z.uuid(), number: z.string() });

interface Sold {
  readonly productId: string;
  readonly userId: string;
  readonly projectId: string;
  readonly userName: string;
  readonly seller: SignedIn;
}

/** What a gift has of the stock, and who waits for it. */
export interface StockState {
  readonly stock: number | null;
  readonly stocked: number;
  readonly owed: number;
  readonly ordered: number;
  readonly left: number;
}

/** Gives pieces of merch, and orders them, by the calls of the product. */
export class PieceFixture {
  readonly gifts: GiftFixture;
  readonly members: MembershipFixture;
  #point: number | null = null;

  constructor(members: MembershipFixture) {
    this.members = members;
    this.gifts = new GiftFixture(members);
  }

  /** An open pickup point, to which one delivery costs 5,000. */
  async point(): Promise<number> {
    if (this.#point !== null) return this.#point;
    const { app } = this.members;
    const id = await this.newPoint('Пункт на Чорсу');
    await setRates({ app, staff: await this.members.person('moderator') }, [
      { way: 'pickUp', regionId: null, price: 5_000, freeFrom: null, daysFrom: 2, daysTo: 4 },
    ]);
    this.#point = id;
    return id;
  }

  async newPoint(name: string, isActive = true): Promise<number> {
    const country = countries.find(({ code }) => code === 'uz');
    if (country === undefined) throw new Error('the profile of the country is missing');
    const place = { regionId: 1, address: 'Ташкент, площадь Чорсу, 1', latitude: 41.3265, longitude: 69.2347 };
    const more = { isActive, phone: null, workingHours: null, comment: null };
    const { id } = await this.members.app.db.transaction((tx) => addPickUp(tx, country, { name, ...place, ...more }));
    return id;
  }

  /** A product of a new creator for 20,000. `stock` null: made to order. */
  async product(stock: number | null, more: { sizeIds?: number[]; isForMembers?: boolean } = {}): Promise<Sold> {
    await this.point();
    const { app } = this.members;
    const seller = await this.members.person();
    const { userId, projectId } = seller;
    const categoryId = await newCategory(app.db, `Вещи ${crypto.randomUUID()}`);
    const made = { userId, categoryId, name: 'Кружка', price: fromMain(20_000), stock, ...more };
    const productId = await newProduct(app.db, made);
    return { productId, userId, projectId, userName: await this.members.userNameOf(projectId), seller };
  }

  ask(donor: SignedIn, { productId }: Pick<Sold, 'productId'>, more: object = {}, key?: string): Promise<ApiAnswer> {
    const body = { productId, pieces: 3, price: 20_000, delivery: 5_000, name: 'Азиз', ...more };
    const settings = { token: donor.token, ...(key !== undefined && { idempotencyKey: key }) };
    return this.members.api('POST Gift/Pieces', { body }, settings);
  }

  async begin(...asked: Parameters<PieceFixture['ask']>): Promise<Given> {
    const { payId, paymentUrl } = opened.parse(dataOf(await this.ask(...asked)));
    return { giftId: payId, paymentUrl };
  }

  async give(...asked: Parameters<PieceFixture['ask']>): Promise<Given> {
    const given = await this.begin(...asked);
    await this.gifts.pay(given);
    return given;
  }

  /** A gift of so many pieces, drawn among these people. */
  async drawn(sold: Sold, people: readonly SignedIn[], more: object = {}): Promise<Given> {
    const given = await this.give(await this.members.person(), sold, more);
    for (const one of people) await this.gifts.enter(given.giftId, one);
    this.gifts.pass(10);
    await this.read(given.giftId);
    return given;
  }

  async read(giftId: string) {
    return page.parse(dataOf(await this.gifts.get(giftId)));
  }

  async part(giftId: string, who: SignedIn) {
    return part.parse(dataOf(await this.members.as(who, 'GET Membership/GiftPart', { query: { giftId } })));
  }

  async askOrder(giftId: string, who: SignedIn, more: object = {}): Promise<ApiAnswer> {
    const pickupPointId = await this.point();
    const whom = { recipientName: 'Бекзод Олимов', recipientPhone: '+998 (90) 123-45-67' };
    const body = { giftId, sizeId: null, colorId: null, pickupPointId, ...whom, ...more };
    return this.members.as(who, 'POST Gift/Order', { body });
  }

  async order(...asked: Parameters<PieceFixture['askOrder']>) {
    return ordered.parse(dataOf(await this.askOrder(...asked)));
  }

  /** One round of the job. */
  settle(): Promise<void> {
    return this.members.app.opora.areas.gifts.settleDuePieces();
  }

  /** All that can become of the pieces of a product, over all its gifts. */
  async stateOf(productId: string): Promise<StockState> {
    const { rows } = await this.members.app.db.pool.query<StockState>(
      `select (select stock from product where id = $1) as stock,
        coalesce(sum(g.stocked), 0)::int as stocked,
        coalesce(sum(case when g.opened_at is null and g.held_until is not null then g.months else 0 end), 0)::int
          + coalesce(sum(case when g.due_at is not null then g.months - g.taken - g.withdrawn else 0 end), 0)::int
          + (select count(*)::int from gifted_place p join gifted_months o on o.id = p.gift_id where o.product_id = $1
             and p.choose_until is not null and p.order_id is null and p.lapsed_at is null and p.withdrawn_at is null) as owed,
        coalesce(sum(case when g.due_at is not null then g.months - g.taken - g.withdrawn else 0 end), 0)::int as left,
        (select coalesce(sum(l.taken), 0)::int from order_line l join shop_order o on o.id = l.order_id
           where l.product_id = $1 and o.status between 1 and 6) as ordered
       from gifted_months g where g.product_id = $1`,
      [productId],
    );
    const [state] = rows;
    if (state === undefined) throw new Error('the product is not there');
    return state;
  }
}

/** An app for the tests of one file, each of which begins at one moment. */
export async function openPieceFixture() {
  const members = await openMembershipFixture();
  const fixture = new PieceFixture(members);
  afterAll(() => members.close());
  beforeEach(() => {
    members.clock.now = new Date('2027-01-31T10:00:00Z');
  });
  return { members, fixture, gifts: fixture.gifts, app: members.app };
}
