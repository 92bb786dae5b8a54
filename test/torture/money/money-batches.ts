import fc from 'fast-check';
import { createDonationOwner } from '#app/donations/donation-owner.server.ts';
import { donationStatistics } from '#app/donations/statistics/donation-statistics.server.ts';
import { findAccounts, platformAccount, providerAccount } from '#app/ledger/ledger.server.ts';
import { type PaymentSystem, PaymentSystems } from '#app/payments/payment-system.server.ts';
import { Payments } from '#app/payments/payments.server.ts';
import { createPerson } from '#app/profile/new-person.server.ts';
import { createLimits } from '#base/calls/rate-limit.server.ts';
import { type Database, openDatabase, type Tx } from '#base/db/db.server.ts';
import { minor, percentOf } from '#base/money/money.ts';
import { createTestDatabase } from '#test/support/database/database.ts';
import { readLedgerFaults, readTotalFaults } from '#test/support/money/money-faults.ts';
import { newPhone } from '#test/support/sign-in.ts';
import { inParallel } from './donors.ts';
import { isLegal, MoneyModel, type MoneySequence, moneySequence } from './money-model.ts';
import { makeDonations } from './money-sequences.ts';

const batchSize = 100;
const creatorsOfBatch = 10;
/** Statements of one connection are pipelined, so that the database never waits for this process. */
const atOnce = 16;

const currency = 'UZS';

/** A provider that only assigns ids: its messages come from the sequence. */
const provider: PaymentSystem = {
  name: 'gateway',
  way: 'card',
  browserOrigins: [],
  asksFirst: false,
  refundsParts: true,
  open: async () => {
    const id = crypto.randomUUID();
    return { id, expiresAt: new Date(Date.now() + 900_000), payerUrl: `https://provider.example/${id}` };
  },
  ask: () => Promise.reject(new Error('the provider must not be asked')),
  refund: () => Promise.reject(new Error('the provider must not be asked')),
};

const systems = new PaymentSystems([provider], ['gateway']);

/** The payments and donations of the product, with all transactions nested in one that is already open. */
function paymentsWithin(db: Database, tx: Tx): Payments {
  const within: Database = Object.assign(tx, {
    transaction: <Result>(work: (one: Tx) => Promise<Result>) => work(tx),
    onHint: db.onHint,
    pool: db.pool,
    isPooled: db.isPooled,
    close: async () => undefined,
  });
  const limits = createLimits(db, false);
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const payments = new Payments({ db: within, systems, currency, publicUrl: '', secret: 'a secret', log });
  payments.addOwner(createDonationOwner({ limits, cardSystems: [] }));
  return payments;
}

interface Creator {
  readonly projectId: string;
  readonly accountId: string;
  /** One for each sequence of the creator. */
  readonly models: { readonly model: MoneyModel; readonly given: MoneySequence }[];
}

/**
 * Plays one sequence. Every third message arrives twice, one after the other: within one transaction the lock that separates two
 * processes has no effect. Returns the differences between the states and the rules.
 */
async function play(tx: Tx, payments: Payments, creator: Creator, given: MoneySequence): Promise<string[]> {
  const model = new MoneyModel(given);
  creator.models.push({ model, given });
  const donations = await makeDonations(payments, tx, creator.projectId, given);
  for (const [at, message] of given.messages.entries()) {
    model.receive(message);
    const donation = donations[message.donation % donations.length];
    if (donation === undefined) continue;
    const update = { ...donation, amount: donation.amount + (message.isLie ? 1 : 0), status: message.status };
    await payments.settle(update);
    if (at % 3 === 0) await payments.settle(update);
  }
  const states = await Promise.all(donations.map(({ reference }) => payments.readPayment(tx, reference)));
  const wrong = states.flatMap((state, index) =>
    state?.status === model.states[index] ? [] : [`${state?.status} instead of ${model.states[index]}`],
  );
  return [...wrong, ...model.faults()];
}

/** The differences between a creator's total, top list, widget statistics (of all time, and from a day on) and account. */
async function compare(tx: Tx, { projectId, accountId, models }: Creator): Promise<string[]> {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const amount = sum(models.map(({ model }) => model.total));
  const count = sum(models.map(({ model }) => model.count));
  const names = [0, 1, 2].map((name) => sum(models.map(({ model }) => model.top.get(name) ?? 0)));
  const wantedTop = names.filter((given) => given > 0).toSorted((one, other) => other - one);
  const [totals, counted, accounts] = await Promise.all([
    donationStatistics(tx, projectId, { since: null, most: 5 }),
    donationStatistics(tx, projectId, { since: new Date(0), most: 5 }),
    findAccounts(tx, [accountId]),
  ]);
  const credited = sum(
    models.flatMap(({ model, given }) =>
      model.states.map((state, index) => {
        const donation = minor(given.amounts[index] ?? 0);
        return state === 'Paid' ? donation - percentOf(donation, given.commission) : 0;
      }),
    ),
  );
  const seen = {
    total: [totals.amount, totals.count],
    'widget statistics': [counted.amount, counted.count],
    top: totals.top.map((donor) => donor.amount),
    account: [accounts.get(accountId)?.balance],
  };
  const wanted = {
    total: [amount, count],
    'widget statistics': [amount, count],
    top: wantedTop,
    account: [credited],
  };
  return JSON.stringify(seen) === JSON.stringify(wanted)
    ? []
    : [`${JSON.stringify(seen)} instead of ${JSON.stringify(wanted)}`];
}

/** Plays sequences in one transaction and records differences from the rules, and failures. */
async function runBatch(db: Database, sequences: readonly MoneySequence[], note: (text: string) => void) {
  const noteAll = (texts: readonly string[]) => texts.forEach(note);
  const failed = (error: unknown) => note(String(error));
  await db.transaction(async (tx) => {
    const payments = paymentsWithin(db, tx);
    const creators: Creator[] = [];
    for (let made = 0; made < creatorsOfBatch; made += 1) {
      creators.push({ ...(await createPerson(tx, { phone: newPhone() })), models: [] });
    }
    await inParallel(sequences.length, atOnce, async (index) => {
      const given = sequences[index];
      const creator = creators[index % creators.length];
      if (given && creator) await play(tx, payments, creator, given).then(noteAll, failed);
    });
    for (const creator of creators) await compare(tx, creator).then(noteAll, failed);
  });
}

/** The transitions of payments, as the database has recorded them. */
const watchMoves = `
  create table payment_move (was text, became text, primary key (was, became));
  create function note_move() returns trigger language plpgsql as $$ begin
    insert into payment_move values (old.status, new.status) on conflict do nothing; return null;
  end $$;
  create trigger note_move after update of status on payment for each row
    when (old.status <> new.status) execute function note_move()`;

/** Counts, over all creators of a database, that must be zero at the end. */
async function readFaults(db: Database): Promise<Record<string, number>> {
  const { rows: moves } = await db.pool.query<{ was: string; became: string }>('select was, became from payment_move');
  const { rows: fixture } = await db.pool.query<{ difference: number }>(
    `select (select sum(balance) from account where person_id is not null)::float8
       + (select sum(balance) from account_balance where id = any ($1))::float8 as difference`,
    [[providerAccount, platformAccount]],
  );
  return {
    ...(await readLedgerFaults(db)),
    ...(await readTotalFaults(db)),
    illegalMoves: moves.filter(({ was, became }) => !isLegal(was, became)).length,
    sumOfBalances: fixture[0]?.difference ?? Number.NaN,
  };
}

export interface BatchRun {
  /** Sequences played in a database. */
  readonly played: number;
  /** Messages of the provider in them. */
  readonly commands: number;
  readonly differences: readonly string[];
  readonly faults: readonly Readonly<Record<string, number>>[];
}

/**
 * Plays sequences in databases, a hundred of ten creators in one transaction, in several databases at once. Begins no new batch after the
 * given minutes.
 */
export async function runBatches(asked: { sequences: number; databases: number; minutes: number }): Promise<BatchRun> {
  const until = Date.now() + asked.minutes * 60_000;
  const differences: string[] = [];
  const faults: Record<string, number>[] = [];
  const state = { begun: 0, played: 0, commands: 0 };
  const work = async () => {
    const database = await createTestDatabase();
    const db = openDatabase({ url: database.url, max: 4, statementTimeoutMs: 0 });
    try {
      await db.pool.query(watchMoves);
      while (state.begun < asked.sequences && Date.now() < until) {
        const numRuns = Math.min(batchSize, asked.sequences - state.begun);
        state.begun += numRuns;
        const seed = Math.floor(Math.random() * 2 ** 31);
        const given = fc.sample(moneySequence, { numRuns, seed });
        const note = (text: string) => void differences.push(`seed ${seed}: ${text}`);
        await runBatch(db, given, note).catch((error: unknown) => note(String(error)));
        state.played += numRuns;
        state.commands += given.reduce((sum, { messages }) => sum + messages.length, 0);
      }
      faults.push(await readFaults(db));
    } finally {
      await db.close();
      await database.drop();
    }
  };
  await Promise.all(Array.from({ length: asked.databases }, work));
  return { played: state.played, commands: state.commands, differences, faults };
}
