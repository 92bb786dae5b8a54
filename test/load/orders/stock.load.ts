import fc from 'fast-check';
import { test } from 'vitest';
import { z } from 'zod';
import { cancelUnpaid } from '#app/orders/moves/cancelling.server.ts';
import { toMain } from '#base/money/money.ts';
import { prove, scaled } from '#test/load/prove.ts';
import { openRefundFixture, type RefundFixture } from '#test/support/money/refund-fixture.ts';
import { openedOf } from '#test/support/shop-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';

const products = 3;
const sales = ['buy', 'buy', 'buy', 'pay', 'cancel', 'expire', 'refund', 'refundPieces', 'send'] as const;
const kinds = [...sales, 'deliver', 'deliverLate'] as const;

const act = fc.record({
  kind: fc.constantFrom(...kinds),
  product: fc.nat(products - 1),
  order: fc.nat(1_000),
  quantity: fc.integer({ min: 1, max: 4 }),
});

/** Acts at the same moment, and the stock that the staff sets before: pieces, or null for made to order. */
const round = fc.record({
  set: fc.option(
    fc.record({
      product: fc.nat(products - 1),
      stock: fc.option(fc.integer({ min: 0, max: 30 }), { nil: null, freq: 3 }),
    }),
  ),
  acts: fc.array(act, { minLength: 2, maxLength: 6 }),
});

/** Some rounds of a shop with three products. */
const stockStory = fc.array(round, { minLength: 4, maxLength: 10 });

type Round = typeof round extends fc.Arbitrary<infer One> ? One : never;
type Act = Round['acts'][number];

interface Line {
  readonly product: number;
  readonly isTaken: boolean;
  left: number;
}

interface Order {
  readonly buyer: SignedIn;
  readonly orderId: string;
  readonly paymentUrl: string;
  readonly lines: readonly Line[];
  state: 'unpaid' | 'paid' | 'sent' | 'over';
}

/** How often the stories met what they are about. */
interface StockCounts {
  acts: number;
  bought: number;
  /** Pieces returned to the stock that they were taken from. */
  returned: number;
  /** Returned pieces that were made to order, of a product that is counted by now: they go into no stock. */
  phantoms: number;
  delivered: number;
  /** Deliveries that were refused because their editor had not seen the latest sale. */
  stale: number;
  switched: number;
}

const counts: StockCounts = {
  acts: 0,
  bought: 0,
  returned: 0,
  phantoms: 0,
  delivered: 0,
  stale: 0,
  switched: 0,
};

const moderated = z.object({ data: z.object({ stock: z.int().nullable(), revision: z.int() }) });

class StockStory {
  readonly #shop: RefundFixture;
  readonly #ids: readonly string[];
  /** Pieces set and delivered, minus pieces sold. */
  readonly #stock: (number | null)[];
  readonly #orders: Order[] = [];

  constructor(shop: RefundFixture, world: { ids: readonly string[]; stock: (number | null)[] }) {
    this.#shop = shop;
    this.#ids = world.ids;
    this.#stock = world.stock;
  }

  #id(product: number): string {
    return this.#ids[product] ?? '';
  }

  #add(product: number, pieces: number): void {
    const now = this.#stock[product];
    if (now !== null && now !== undefined) this.#stock[product] = now + pieces;
  }

  async #read(product: number) {
    const query = { productId: this.#id(product) };
    const { body } = await this.#shop.app.api('GET Moderator/GetProduct', { query }, { token: this.#shop.staff.token });
    return moderated.parse(body).data;
  }

  async #save(product: number, change: { stock: number | null; revision: number }) {
    const body = { id: this.#id(product), ...change };
    return this.#shop.app.api('PUT Product/Update', { body }, { token: this.#shop.staff.token });
  }

  async set({ product, stock }: { product: number; stock: number | null }): Promise<void> {
    const { revision, stock: before } = await this.#read(product);
    const { status } = await this.#save(product, { stock, revision });
    if (status !== 200) throw new Error(`a stock that was just read could not be set: ${status}`);
    if ((before === null) !== (stock === null)) counts.switched += 1;
    this.#stock[product] = stock;
  }

  async #buy({ product, order, quantity }: Act): Promise<void> {
    const buyer = await this.#shop.person();
    const wanted = [...new Set([product, order % products])];
    const isTaken = wanted.map((one) => this.#stock[one] !== null);
    const items = wanted.map((one) => ({ productId: this.#id(one), quantity }));
    const { orderId, total } = await this.#shop.ready(buyer, items);
    const answer = await this.#shop.askToPay(buyer, { orderId, expectedTotal: toMain(total) });
    if (answer.status === 409) return;
    const { paymentUrl } = openedOf(answer);
    const lines = wanted.map((one, at) => ({ product: one, isTaken: isTaken[at] ?? false, left: quantity }));
    for (const line of lines) if (line.isTaken) this.#add(line.product, -quantity);
    counts.bought += 1;
    this.#orders.push({ buyer, orderId, paymentUrl, lines, state: 'unpaid' });
  }

  /** Refunds pieces of a line that is no longer available; pieces that were sent do not return. */
  #giveBack(line: Line, pieces: number, isSent: boolean): void {
    line.left -= pieces;
    if (isSent || this.#stock[line.product] === null) return;
    if (line.isTaken) {
      this.#add(line.product, pieces);
      counts.returned += pieces;
    } else counts.phantoms += pieces;
  }

  async #end(order: Order, how: () => Promise<unknown>, status: 'Cancelled' | 'Refunded'): Promise<void> {
    await how();
    await this.#shop.reaches(order.buyer, order.orderId, status);
    for (const line of order.lines) this.#giveBack(line, line.left, order.state === 'sent');
    order.state = 'over';
  }

  async #expire({ orderId }: Order): Promise<void> {
    const { app } = this.#shop;
    await app.db.pool.query(`update shop_order set pay_until = now() - interval '1 second' where id = $1`, [orderId]);
    await cancelUnpaid(app.db, app.opora.areas.payments);
  }

  async #refundPieces(order: Order, { product, quantity }: Act): Promise<void> {
    const line = order.lines[product % order.lines.length];
    const pieces = Math.min(line?.left ?? 0, quantity);
    if (line === undefined || pieces === 0) return;
    const answer = await this.#shop.give(order.orderId, [{ productId: this.#id(line.product), quantity: pieces }]);
    if (answer.status !== 200) throw new Error(`pieces were not given back: ${JSON.stringify(answer.body)}`);
    this.#giveBack(line, pieces, order.state === 'sent');
    if (order.lines.every(({ left }) => left === 0)) order.state = 'over';
  }

  /** Adds a delivery to the number that the staff has seen; if it has changed since, the delivery is refused and the number read again. */
  async #deliver({ product, quantity }: Act, first: z.output<typeof moderated>['data']): Promise<void> {
    for (let seen = first; seen.stock !== null; seen = await this.#read(product)) {
      const { status } = await this.#save(product, { stock: seen.stock + quantity, revision: seen.revision });
      if (status === 200) {
        this.#add(product, quantity);
        counts.delivered += quantity;
        return;
      }
      if (status !== 409) throw new Error(`a delivery was answered with ${status}`);
      counts.stale += 1;
    }
  }

  /** Does an act to an order; each order has one act per round. */
  #actOn(order: Order, act: Act): Promise<unknown> | null {
    const { orderId, buyer, state } = order;
    const isPaid = state === 'paid' || state === 'sent';
    const cancel = () => this.#shop.app.api('POST Order/Cancel', { query: { orderId } }, { token: buyer.token });
    if (act.kind === 'cancel' && state === 'unpaid') return this.#end(order, cancel, 'Cancelled');
    if (act.kind === 'expire' && state === 'unpaid') return this.#end(order, () => this.#expire(order), 'Cancelled');
    if (act.kind === 'refund' && isPaid) return this.#end(order, () => this.#shop.giveAll(orderId), 'Refunded');
    if (act.kind === 'refundPieces' && isPaid) return this.#refundPieces(order, act);
    if (act.kind === 'pay' && state === 'unpaid') return this.#pay(order);
    if (act.kind === 'send' && state === 'paid') return this.#send(order);
    return null;
  }

  async #pay(order: Order): Promise<void> {
    await this.#shop.charge(order.paymentUrl);
    await this.#shop.reaches(order.buyer, order.orderId, 'Paid');
    order.state = 'paid';
  }

  async #send(order: Order): Promise<void> {
    for (const to of ['Processing', 'Shipped']) await this.#shop.move(this.#shop.staff, order.orderId, to);
    order.state = 'sent';
  }

  /** Does all acts of a round at once, then compares the stock with the expected one. */
  async play({ set, acts }: Round): Promise<{ seen: (number | null)[]; wanted: readonly (number | null)[] }> {
    if (set !== null) await this.set(set);
    // An editor that has read before everything else happens and saves after it.
    const late = acts.filter(({ kind }) => kind === 'deliverLate');
    const seenBefore = await Promise.all(late.map(async (one) => ({ one, seen: await this.#read(one.product) })));
    const idle = this.#orders.filter(({ state }) => state !== 'over');
    const running: Promise<unknown>[] = [];
    for (const one of acts) {
      counts.acts += 1;
      if (one.kind === 'buy') running.push(this.#buy(one));
      else if (one.kind === 'deliver') running.push(this.#read(one.product).then((now) => this.#deliver(one, now)));
      else {
        const at = idle.findIndex((order, place) => place >= one.order % 4 && this.#isFor(order, one));
        const [order] = at === -1 ? [] : idle.splice(at, 1);
        const done = order === undefined ? null : this.#actOn(order, one);
        if (done !== null) running.push(done);
      }
    }
    await Promise.all(running);
    for (const { one, seen } of seenBefore) await this.#deliver(one, seen);
    return { seen: await Promise.all(this.#ids.map((id) => this.#shop.stockOf(id))), wanted: this.#stock };
  }

  #isFor({ state }: Order, { kind }: Act): boolean {
    if (kind === 'cancel' || kind === 'expire' || kind === 'pay') return state === 'unpaid';
    return kind === 'send' ? state === 'paid' : state !== 'unpaid';
  }
}

/** Plays a story in a shop with its own products. Returns every moment at which the stock was wrong. */
async function playStock(shop: RefundFixture, rounds: readonly Round[]): Promise<string[]> {
  const stock = [12, null, 6];
  const ids = await Promise.all(stock.map((pieces) => shop.product({ stock: pieces })));
  const story = new StockStory(shop, { ids, stock });
  const wrong: string[] = [];
  for (const [at, one] of rounds.entries()) {
    const { seen, wanted } = await story.play(one);
    if (seen.join() !== wanted.join()) wrong.push(`round ${at}: ${seen.join()} instead of ${wanted.join()}`);
  }
  return wrong;
}

/** What was made to order, is counted by now and comes back; a delivery that knows nothing of a sale. */
function plainStory(): Round[] {
  const one = { product: 1, order: 1, quantity: 2 };
  const act = (kind: Act['kind']) => ({ ...one, kind });
  return [
    { set: null, acts: [act('buy'), act('buy')] },
    { set: { product: 1, stock: 9 }, acts: [act('cancel'), act('buy'), act('deliverLate')] },
    { set: null, acts: Array.from({ length: 6 }, () => act('deliver')) },
  ];
}

test('28: stock after any edits, orders, cancellations, refunds and switches', async () => {
  const acts = scaled(10_000, 150);
  const shop = await openRefundFixture();
  try {
    const wrong = await playStock(shop, plainStory());
    while (counts.acts < acts) {
      for (const rounds of fc.sample(stockStory, 4)) wrong.push(...(await playStock(shop, rounds)));
    }
    const { bought, phantoms, delivered, stale, switched } = counts;
    prove(28, {
      promise: `${acts} acts, up to 6 at once, between edits of the stock: it is what was set and delivered less what was sold`,
      none: { wrong },
      met: {
        bought,
        'pieces delivered': delivered,
        'returned of what had been made to order': phantoms,
        'deliveries refused that had not seen a sale': stale,
        'switched between counted and made to order': switched,
      },
      shown: { returned: counts.returned },
    });
  } finally {
    await shop.app.close();
  }
});
