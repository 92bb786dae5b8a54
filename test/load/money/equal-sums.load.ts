import { randomInt } from 'node:crypto';
import { test } from 'vitest';
import { z } from 'zod';
import { prove, scaled } from '#test/load/prove.ts';
import { readWidgetKey } from '#test/load/widgets/widget-key.ts';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { startApp, type TestApp, testSecrets } from '#test/support/start-app.ts';

const created = z.object({ data: z.object({ payId: z.string(), paymentUrl: z.string() }) });
const list = z.object({
  data: z.object({ totalCount: z.number(), payments: z.array(z.object({ amount: z.number() })) }),
});
const top = z.object({ data: z.array(z.object({ amount: z.number(), count: z.number() })) });
const figures = z.object({ count: z.number(), amount: z.number() });
const statistics = z.object({
  data: z.object({ total: figures, days: z.array(figures), hours: z.array(figures), top: z.array(figures) }),
});
const widget = z.object({ data: z.object({ total: z.number(), count: z.number() }) });
const lines = z.object({ data: z.object({ balance: z.number(), items: z.array(z.object({ balance: z.number() })) }) });

interface Donation {
  readonly payId: string;
  readonly providerId: string;
  /** Minor units, as in the provider's messages. */
  readonly amount: number;
}

const donors = 8;
const listed = 100;

const sumOf = (items: readonly { amount: number }[]) => items.reduce((sum, { amount }) => sum + amount, 0);
const countOf = (items: readonly { count: number }[]) => items.reduce((sum, { count }) => sum + count, 0);

/** The cells of a CSV line without quoted line breaks. */
function cellsOf(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}

/** A creator whose donations are paid and refunded at random. */
class DonationStream {
  readonly #app: TestApp;
  readonly #creator: SignedIn;
  readonly #key: string;
  readonly #paid: Donation[] = [];

  private constructor(app: TestApp, creator: SignedIn, key: string) {
    this.#app = app;
    this.#creator = creator;
    this.#key = key;
  }

  static async open(app: TestApp): Promise<DonationStream> {
    const creator = await signIn(app.db, testSecrets.jwt);
    const key = await readWidgetKey(app.api, creator);
    const body = { statistics: { period: 'all' } };
    const changed = await app.api('PUT Widget/Settings', { body }, { token: creator.token });
    if (changed.status !== 200) throw new Error('the widget does not count all donations');
    return new DonationStream(app, creator, key);
  }

  /** Pays a donation, or refunds one in a quarter of the cases. */
  async event(): Promise<void> {
    const { payments } = this.#app.opora.areas;
    const back =
      this.#paid.length > 0 && randomInt(4) === 0 ? this.#paid.splice(randomInt(this.#paid.length), 1)[0] : null;
    if (back) return void (await payments.settle({ ...this.#message(back), status: 'refunded' }));
    const main = (500_000 + randomInt(10_000_000)) / 100;
    const donor = randomInt(donors + 2);
    const body = {
      projectId: this.#creator.projectId,
      amount: main,
      ...(donor < donors && { name: `Донор ${donor}` }),
      ...(donor === donors && { name: 'Кто-то', isAnonymous: true }),
      message: 'Привет, "мир", =1+1',
    };
    const { payId, paymentUrl } = created.parse((await this.#app.api('POST ProjectPay/Create', { body })).body).data;
    const donation = { payId, providerId: paymentUrl.split('/').at(-1) ?? '', amount: Math.round(main * 100) };
    await payments.settle({ ...this.#message(donation), status: 'paid' });
    this.#paid.push(donation);
  }

  #message({ payId, providerId, amount }: Donation) {
    return { id: providerId, reference: payId, amount };
  }

  async #list() {
    const found: { amount: number }[] = [];
    for (;;) {
      const query = { projectId: this.#creator.projectId, Skip: found.length, Take: listed };
      const { totalCount, payments } = list.parse((await this.#app.api('GET ProjectPay/List', { query })).body).data;
      found.push(...payments);
      if (payments.length < listed) return { count: found.length === totalCount ? totalCount : -1, sum: sumOf(found) };
    }
  }

  async #table() {
    const { token } = this.#creator;
    const { body } = await this.#app.api('GET Donate/Export', { query: { Language: 'en' } }, { token });
    const rows = String(body).trimEnd().split('\r\n').slice(1).map(cellsOf);
    const credits = rows.filter((row) => row[5] === 'Credited').map((row) => ({ amount: Number(row[2]) }));
    const credited = rows.map((row) => ({ amount: Number(row[4]) }));
    return { count: credits.length, sum: sumOf(credits), credited: sumOf(credited) };
  }

  async #ledger() {
    const { accountId, token, projectId } = this.#creator;
    const query = { accountId, Take: 1 };
    const { balance, items } = lines.parse(
      (await this.#app.api('GET Ledger/Statement', { query }, { token })).body,
    ).data;
    const { rows } = await this.#app.db.pool.query<{ sum: number; count: number }>(
      `select coalesce(-sum(e.amount), 0)::bigint as sum,
         count(*) filter (where p.kind = 'donation') - count(*) filter (where p.kind = 'donation-refund') as count
       from donation d join posting p on p.reference = d.id join entry e on e.posting_id = p.id
       where d.project_id = $1 and e.account_id = '00000000-0000-7000-8000-000000000001'`,
      [projectId],
    );
    return { sum: (rows[0]?.sum ?? 0) / 100, count: rows[0]?.count ?? 0, balance, last: items[0]?.balance ?? 0 };
  }

  /** The differences between the screens, files and books of the same donations; empty if they agree. */
  async differences(): Promise<string[]> {
    const { token, projectId } = this.#creator;
    const shown = await this.#list();
    const table = await this.#table();
    const ledger = await this.#ledger();
    const donorRows = top.parse(
      (await this.#app.api('GET ProjectPay/Top', { query: { projectId, top: 100 } })).body,
    ).data;
    const own = statistics.parse((await this.#app.api('GET Donate/Statistics', {}, { token })).body).data;
    const onStream = widget.parse(
      (await this.#app.api('GET Widget/Statistics', { query: { key: this.#key } })).body,
    ).data;
    const given = { count: this.#paid.length, sum: this.#paid.reduce((sum, { amount }) => sum + amount, 0) / 100 };
    const sums: Readonly<Record<string, { count: number; sum: number }>> = {
      list: shown,
      top: { count: countOf(donorRows), sum: sumOf(donorRows) },
      statistics: { count: own.total.count, sum: own.total.amount },
      days: { count: countOf(own.days), sum: sumOf(own.days) },
      hours: { count: countOf(own.hours), sum: sumOf(own.hours) },
      'top of the period': { count: countOf(own.top), sum: sumOf(own.top) },
      widget: { count: onStream.count, sum: onStream.total },
      table,
      ledger,
    };
    const cents = (sum: number) => Math.round(sum * 100);
    const wrong = Object.entries(sums).flatMap(([name, { count, sum }]) =>
      count === given.count && cents(sum) === cents(given.sum)
        ? []
        : [`${name}: ${count} of ${given.count}, ${sum} of ${given.sum}`],
    );
    const balances = [table.credited, ledger.balance, ...(given.count > 0 ? [ledger.last] : [])].map(cents);
    return new Set(balances).size === 1 ? wrong : [...wrong, `balances: ${balances.join(', ')}`];
  }
}

test('4: list, top, statistics, widget, table and ledger have equal sums at random moments', async () => {
  const app = await startApp({ env: { LIMITS: 'off', LOG_LEVEL: 'silent' } });
  try {
    const events = scaled(10_000, 100);
    const stream = await DonationStream.open(app);
    const chosen = new Set([events, ...Array.from({ length: 19 }, () => 1 + randomInt(events))]);
    const differences: string[] = [];
    for (let done = 1; done <= events; done += 1) {
      await stream.event();
      if (chosen.has(done)) differences.push(...(await stream.differences()).map((text) => `after ${done}: ${text}`));
    }
    prove(4, {
      promise: `${events} random donations and refunds: list, top, statistics, widget, table and ledger have equal sums`,
      none: { differences },
      met: { 'moments compared': [chosen.size, 10] },
    });
  } finally {
    await app.close();
  }
});
