import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { reconcile } from '#app/payments/books/reconcile.server.ts';
import { readStatement, StatementFault } from '#app/payments/books/statement.server.ts';
import { PaymentSystems } from '#app/payments/payment-system.server.ts';
import type { PaymentSystemName } from '#app/payments/payment-systems.ts';
import type { SystemBooks } from '#app/payments/systems/system-books.server.ts';
import { minor } from '#base/money/money.ts';
import { compareOne, falsify, kindsOf, systemsOf } from '#test/support/money/compared-books.ts';
import { everyScene } from '#test/support/money/every-scene.ts';
import { everySystemEnv } from '#test/support/money/every-system.ts';
import { accountOf } from '#test/support/money/payme-caller.ts';
import { paymeCardStandIn } from '#test/support/money/payme-card-caller.ts';
import { stripeStandIn } from '#test/support/money/stripe-scene.ts';
import { openedOf } from '#test/support/shop-fixture.ts';
import { signIn } from '#test/support/sign-in.ts';
import { dataOf, startApp, testSecrets } from '#test/support/start-app.ts';
import { linesOf } from './difference-lines.ts';
import { readReconcileWords, textOfFault } from './reconcile-command.ts';

let addresses = 0;
/** Without a wait before the second look. */
const pause = async () => undefined;

const app = await startApp({ env: everySystemEnv });
const creator = await signIn(app.db, testSecrets.jwt, { userName: 'kamola' });
const scenes = everyScene({
  url: app.sandbox.url,
  secret: testSecrets.payment,
  site: () => app.url,
  cut: () => undefined,
});
afterAll(() => app.close());

type List = Extract<SystemBooks, { kind: 'list' }>['list'];

/** The systems, of which one has other books than its own. */
function withBooks(name: PaymentSystemName, change: (list: List) => List): PaymentSystems {
  const system = systemsOf(app).of(name);
  if (system.books?.kind !== 'list') throw new Error(`${name} has no list`);
  const list = change(system.books.list);
  return new PaymentSystems([{ ...system, books: { kind: 'list', list } }], [name]);
}

const compare = (name: PaymentSystemName, since: Date, systems = systemsOf(app)) =>
  compareOne(app, { name, since, systems });

interface Given {
  readonly payId: string;
  readonly paymentUrl: string;
}

async function open(system: PaymentSystemName): Promise<Given> {
  const body = { projectId: creator.projectId, amount: 10_000, system };
  addresses += 1;
  const answer = await app.api('POST ProjectPay/Create', { body }, { address: `198.51.100.${addresses}` });
  const { paymentUrl } = openedOf(answer);
  return { payId: String(dataOf(answer).payId), paymentUrl };
}

async function statusOf({ payId }: Given): Promise<string> {
  const { rows } = await app.db.pool.query<{ status: string }>('select status from payment where reference = $1', [
    payId,
  ]);
  return rows[0]?.status ?? '';
}

async function paid(system: PaymentSystemName): Promise<Given> {
  const given = await open(system);
  await pay(system, given);
  return given;
}

async function pay(system: PaymentSystemName, given: Given): Promise<void> {
  await scenes[system].pay(given.paymentUrl);
  const query = { payId: given.payId };
  const isPaid = async () => {
    await app.api('GET ProjectPay/Status', { query });
    return (await statusOf(given)) === 'Paid';
  };
  await vi.waitUntil(isPaid, { timeout: 10_000, interval: 20 });
}

it('prints each difference with its ids, sums and what to do', async () => {
  const since = new Date();
  const unbooked = await paid('payme');
  const more = await paid('payme');
  await falsify(app, unbooked.payId, `status = 'Failed'`);
  await falsify(app, more.payId, 'amount = amount + 1');
  const lines = linesOf(await compare('payme', since));
  expect(lines.pop()).toBe('payme: 2 compared, 2 differ');
  for (const line of lines) expect(line).toMatch(/^payme: .*: here .*, there .* \(\w+\): .{20}/);
  const text = lines.join('\n');
  expect(text).toContain(`of ${unbooked.payId}: here not paid, asked for 10 000 UZS, there paid 10 000 UZS`);
  expect(text).toContain('here paid 10 000,01 UZS, there paid 10 000 UZS');
});

it('prints what was not compared, and what is not asked', async () => {
  const since = new Date();
  await paid('click');
  expect(linesOf(await compare('click', since))).toEqual([
    'click: 1 compared, 0 differ',
    'click: it is not asked about sums, and payments that are unknown here; only a --statement has them',
  ]);
  onTestFinished(() => scenes.click.fault('none'));
  await scenes.click.fault('down');
  expect(linesOf(await compare('click', since))).toEqual([
    expect.stringMatching(/^click: 0 compared, 0 differ, 1 NOT compared: .{3}/),
    'click: compare the list of its cabinet: --statement <file> --system click',
    expect.stringContaining('only a --statement has them'),
  ]);
});

it('names money that the system has taken twice, and what another system has is not its business', async () => {
  const since = new Date();
  const first = await paid('payme');
  await paid('click');
  const twice = await paid('payme');
  const number = `select provider_id from payment where reference = $1`;
  const { rows } = await app.db.pool.query<{ provider_id: string }>(number, [first.payId]);
  /** The second receipt names the payment of the first. */
  const systems = withBooks(
    'payme',
    (list) =>
      async function* (period) {
        for await (const one of list(period)) yield { ...one, providerId: rows[0]?.provider_id ?? null };
      },
  );
  const results = await reconcile({ db: app.db, systems, since, pause });
  const [own, click] = results;
  expect(own && kindsOf(own)).toEqual({ [first.payId]: 'takenTwice', [twice.payId]: 'paidHere' });
  expect(click).toMatchObject({ system: 'click', compared: 0, notCompared: 1, why: { reason: 'notConfigured' } });
});

it('reports what differs at both looks as the second finds it, though it has changed in between', async () => {
  const since = new Date();
  const other = await paid('payme');
  const settling = await paid('payme');
  const number = `select provider_id from payment where reference = $1`;
  const { rows } = await app.db.pool.query<{ provider_id: string }>(number, [other.payId]);
  let look = 0;
  const systems = withBooks(
    'payme',
    (list) =>
      async function* (period) {
        look += 1;
        for await (const one of list(period)) {
          const isOther = one.providerId === rows[0]?.provider_id;
          if (isOther || look === 1) yield { ...one, amount: minor(1_000_000 + look) };
          else yield one;
        }
        yield {
          id: 'stranger',
          providerId: null,
          state: 'paid',
          amount: minor(100 * look),
          currency: 'UZS',
          refunded: null,
        };
      },
  );
  const { differences } = await compare('payme', since, systems);
  expect(differences).toMatchObject([
    { kind: 'otherAmount', payment: { reference: other.payId }, theirs: [{ state: 'paid', amount: 1_000_002 }] },
    { kind: 'unknownHere', payment: null, theirIds: ['stranger'], theirs: [{ state: 'paid', amount: 200 }] },
  ]);
  expect(await statusOf(settling)).toBe('Paid');
});

it('knows the payments that Stripe took before PUBLIC_URL was changed, and none of other sites', async () => {
  const since = new Date();
  const { payId, paymentUrl } = await paid('stripe');
  const standIn = stripeStandIn({ url: app.sandbox.url, secret: testSecrets.payment });
  await standIn.pay(await standIn.openElsewhere(paymentUrl));
  // A sum that no payment of ours can have.
  const price = 'line_items[0][price_data]';
  const dinars = { [`${price}[unit_amount]`]: '5005', [`${price}[currency]`]: 'kwd' };
  await standIn.pay(await standIn.openElsewhere(paymentUrl, dinars));
  const books = await compare('stripe', since, systemsOf(app, { PUBLIC_URL: 'https://moved.example' }));
  expect(books).toMatchObject({ compared: 1, why: null });
  expect(kindsOf(books)).not.toHaveProperty(payId);
  expect(kindsOf(books)).not.toHaveProperty('unknown');
  await falsify(app, payId, 'amount = amount + 1');
  const changed = await compare('stripe', since, systemsOf(app, { PUBLIC_URL: 'https://moved.example' }));
  expect(kindsOf(changed)).toMatchObject({ [payId]: 'otherAmount' });
});

it('expects nobody to give back again what Payme has in its queue', async () => {
  const since = new Date();
  const given = await paid('payme-card');
  const standIn = paymeCardStandIn({ url: app.sandbox.url, secret: testSecrets.payment, site: () => app.url });
  await standIn.mode('slow-refunds');
  onTestFinished(() => standIn.mode('ok'));
  await standIn.refundThere(given.paymentUrl);
  expect((await standIn.receiptsOf(given.paymentUrl)).map(({ state }) => state)).toEqual([21]);
  expect(await compare('payme-card', since)).toMatchObject({ compared: 1, differences: [] });
  await falsify(app, given.payId, `status = 'Refunded'`);
  expect(await compare('payme-card', since)).toMatchObject({ compared: 1, differences: [] });
  await falsify(app, given.payId, `amount = amount + 1`);
  const { differences } = await compare('payme-card', since);
  expect(differences).toMatchObject([{ kind: 'otherAmount', theirs: [{ state: 'refunding', amount: 1_000_000 }] }]);
  await falsify(app, given.payId, `status = 'Expired', amount = amount - 1`);
  expect(kindsOf(await compare('payme-card', since))).toEqual({ [given.payId]: 'paidThere' });
});

describe('the words of the command', () => {
  it('name a day of the country, or a moment', () => {
    const sinceOf = (text: string) => readReconcileWords([text], 'Asia/Tashkent').since.toISOString();
    expect(sinceOf('2026-11-01')).toBe('2026-10-31T19:00:00.000Z');
    expect(sinceOf('2026-11-01T09:30:00+05:00')).toBe('2026-11-01T04:30:00.000Z');
    expect(readReconcileWords([], 'Asia/Tashkent').since.getTime()).toBe(0);
  });

  it.each(['2026-02-31', '01.11.2026', '2026', '2026-11-01T09:30:00'])('refuse %s', (text) => {
    expect(() => readReconcileWords([text], 'Asia/Tashkent')).toThrow(`not a day as 2026-11-01: ${text}`);
  });
});

describe('a statement', () => {
  const compareStatement = async (system: PaymentSystemName, text: string) => {
    const statement = { system, saved: await readStatement(Buffer.from(text)) };
    const [result] = await reconcile({ db: app.db, systems: systemsOf(app), since: new Date(0), statement, pause });
    if (result === undefined) throw new Error('nothing was compared');
    return result;
  };
  const moment = (ahead: number) => new Date(Date.now() + ahead).toISOString();

  it('is compared by the ids of the system, also of one that cannot be asked', async () => {
    const from = moment(0);
    const equal = await paid('payme');
    const other = await paid('payme');
    const missing = await paid('payme');
    const ids = `select t.id from payme_transaction t join payment p on p.id = t.payment_id where p.reference = $1`;
    const idOf = async ({ payId }: Given) => (await app.db.pool.query<{ id: string }>(ids, [payId])).rows[0]?.id ?? '';
    const lines = [
      `unknown;5000.50;paid;${from}`,
      `${await idOf(equal)};10000;paid;${moment(0)}`,
      `${await idOf(other)};9000;paid;${moment(0)}`,
      `nothing;1;unpaid;${moment(1_000)}`,
    ];
    const found = await compareStatement('payme', ['ID;Amount;State;Time', ...lines].join('\n'));
    expect(kindsOf(found)).toEqual({
      unknown: 'unknownHere',
      [other.payId]: 'otherAmount',
      [missing.payId]: 'paidHere',
    });
    expect(found).toMatchObject({ system: 'payme', compared: 3, why: null });
  });

  it('does not miss a payment that began before its first line, since an earlier one may have it', async () => {
    const earlier = `update payment set created_at = created_at - interval '1 minute' where reference = $1`;
    const begun = async () => {
      const given = await open('payme');
      await app.db.pool.query(earlier, [given.payId]);
      return given;
    };
    const elsewhere = await begun();
    const listed = await begun();
    const unpaid = await begun();
    const from = moment(0);
    for (const given of [elsewhere, listed, unpaid]) await pay('payme', given);
    const missing = await paid('payme');
    const lines = [
      `first;1;unpaid;${from}`,
      `${accountOf(listed.paymentUrl)};9000;paid;${from}`,
      `${accountOf(unpaid.paymentUrl)};10000;unpaid;${from}`,
      `last;1;unpaid;${moment(1_000)}`,
    ];
    const found = await compareStatement('payme', ['id;amount;state;time', ...lines].join('\n'));
    expect(kindsOf(found)).toEqual({
      [listed.payId]: 'otherAmount',
      [unpaid.payId]: 'paidHere',
      [missing.payId]: 'paidHere',
    });
    expect(found).toMatchObject({ compared: 3, notCompared: 1, why: { reason: 'beganEarlier' } });
  });

  it('finds the sums at Click, which names none when it is asked', async () => {
    const from = moment(0);
    const { payId, paymentUrl } = await paid('click');
    const asked = new URL(paymentUrl).searchParams.get('transaction_param') ?? '';
    const attempt = `select a.paydoc_id from click_attempt a join payment p on p.id = a.payment_id where p.provider_id = $1`;
    const { rows } = await app.db.pool.query<{ paydoc_id: number }>(attempt, [asked]);
    const text = (sum: string) => `id,amount,state,time\n${rows[0]?.paydoc_id},${sum},paid,${from}\n`;
    expect(kindsOf(await compareStatement('click', text('10000.01')))).toEqual({ [payId]: 'otherAmount' });
    expect(kindsOf(await compareStatement('click', text('10000')))).toEqual({});
  });

  it.each([
    ['id,amount,state,time\nx,1 000,paid,2026-11-01T00:00:00Z', /line 2: an amount .*15000\.50/],
    ['id,amount,state,time\nx,1,Оплачен,2026-11-01T00:00:00Z', /line 2: a state .*refunded/],
    ['id,amount,state,time\nx,1,paid,01.11.2026', /line 2: a time .*2026-11-01T/],
    ['id,amount,state\nx,1,paid', /statement: .*columns id, amount, state and time/],
    ['id,amount,state,time\n', /no line/],
    [
      'id,amount,state,time\nx,1,paid,2026-11-01T00:00:00Z\nx,1,refunded,2026-11-01T00:00:00Z',
      /line 3: line 2 has the same id .*the last state/,
    ],
  ])('%j is refused by what is wrong with it', async (text, fault) => {
    const error: unknown = await readStatement(Buffer.from(text)).catch((thrown: unknown) => thrown);
    expect(error instanceof StatementFault && textOfFault(error)).toMatch(fault);
  });
});
