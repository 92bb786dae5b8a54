import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { post, providerAccount } from '#app/ledger/ledger.server.ts';
import { fromMain, minor } from '#base/money/money.ts';
import { payByCard, testCards } from '#test/load/money/donors.ts';
import type { Fleet } from '#test/load/server-fleet.ts';
import { newCategory, newProduct } from '#test/support/merch-fixture.ts';
import { until } from '#test/support/money/money-fixture.ts';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { testSecrets } from '#test/support/start-app.ts';

export type ActKind = 'payout' | 'basket' | 'order' | 'refund' | 'donation';

/** A request under its own idempotency key. */
export interface PausedAct {
  readonly call: string;
  readonly body: unknown;
  readonly token: string;
  readonly key: string;
  readonly kind: ActKind;
}

const basket = z.object({ data: z.object({ orderId: z.string(), total: z.number() }) });
const opened = z.object({ data: z.object({ paymentUrl: z.string() }) });

const balance = 1_000_000_000_00;
/** The most pieces of one line that these acts use. */
const piecesMost = 90;

export interface PausedWorld {
  /** The next act; the kinds take turns. */
  next(index: number): Promise<PausedAct>;
  readonly productId: string;
}

/** Repeats a request until a process has done it. */
export type AskUntilDone = (act: Omit<PausedAct, 'kind'>) => Promise<unknown>;

/** Makes people with money and baskets that show every second effect. */
export async function openPausedWorld({ db }: Pick<Fleet, 'db'>, ask: AskUntilDone): Promise<PausedWorld> {
  const person = (role: 'user' | 'moderator' = 'user') => signIn(db, testSecrets.jwt, { role });
  const creator = await person();
  const staff = await person('moderator');
  const categoryId = await newCategory(db, 'Вещи');
  const productId = await newProduct(db, { userId: creator.userId, categoryId, price: fromMain(1_000) });
  const entries = [
    { accountId: providerAccount, amount: minor(-balance) },
    { accountId: creator.accountId, amount: minor(balance) },
  ];
  await db.transaction((tx) => post(tx, { kind: 'donation', reference: randomUUID(), entries }));

  async function fill({ token }: SignedIn, quantity: number) {
    const body = { items: [{ productId, quantity }], address: 'Ташкент, улица Навои, 12' };
    return basket.parse(await ask({ call: 'POST Order/CreateOrder', body, token, key: randomUUID() })).data;
  }

  const paymentOf = (orderId: string, expectedTotal: number) => ({
    orderId,
    expectedTotal,
    recipientName: 'Бекзод Олимов',
    recipientPhone: '+998901234567',
  });

  async function payOrder(): Promise<string> {
    const buyer = await person();
    const { orderId, total } = await fill(buyer, piecesMost);
    const body = paymentOf(orderId, total);
    const answer = await ask({ call: 'POST Order/CreateOrderPayment', body, token: buyer.token, key: randomUUID() });
    await payByCard(opened.parse(answer).data.paymentUrl, testCards.noCode);
    await until(async () => {
      const { rowCount } = await db.pool.query('select from shop_order where id = $1 and status = 2', [orderId]);
      return rowCount === 1;
    }, 60_000);
    return orderId;
  }

  const left = { basket: 0, refund: 0 };
  const current = { buyer: creator, orderId: '' };
  const acts: readonly ((key: string) => Promise<PausedAct>)[] = [
    async (key) => {
      const body = { accountId: creator.accountId, amount: 10_000, card: { mask: '8600 •••• •••• 0106' } };
      return { call: 'POST Payout/Request', body, token: creator.token, key, kind: 'payout' };
    },
    async (key) => {
      if (left.basket === 0) [current.buyer, left.basket] = [await person(), piecesMost];
      left.basket -= 1;
      const body = { items: [{ productId, quantity: 1 }] };
      return { call: 'POST Order/CreateOrder', body, token: current.buyer.token, key, kind: 'basket' };
    },
    async (key) => {
      const buyer = await person();
      const { orderId, total } = await fill(buyer, 1);
      const body = paymentOf(orderId, total);
      return { call: 'POST Order/CreateOrderPayment', body, token: buyer.token, key, kind: 'order' };
    },
    async (key) => {
      if (left.refund === 0) [current.orderId, left.refund] = [await payOrder(), piecesMost];
      left.refund -= 1;
      const lines = [{ productId, quantity: 1, sizeId: null, colorId: null }];
      const body = { orderId: current.orderId, lines };
      return { call: 'POST Order/RefundLines', body, token: staff.token, key, kind: 'refund' };
    },
    async (key) => {
      const body = { projectId: creator.projectId, amount: 10_000 };
      return { call: 'POST ProjectPay/Create', body, token: staff.token, key, kind: 'donation' };
    },
  ];
  return {
    productId,
    next(index) {
      const act = acts[index % acts.length];
      if (act === undefined) throw new Error('there is no such act');
      return act(`paused-${randomUUID()}`);
    },
  };
}
