import fc from 'fast-check';
import { test } from 'vitest';
import { donationInsert } from '#app/donations/donations-store.server.ts';
import { donationStatistics } from '#app/donations/statistics/donation-statistics.server.ts';
import { donationLine } from '#app/payments/payment-lines.ts';
import { minor, percentOf } from '#base/money/money.ts';
import { prove, scaled } from '#test/load/prove.ts';
import { readLedgerFaults, readTotalFaults } from '#test/support/money/money-faults.ts';
import { type MoneyFixture, openMoneyFixture } from '#test/support/money/money-fixture.ts';
import { inParallel } from './donors.ts';
import { MoneyModel, type MoneySequence, moneySequence } from './money-model.ts';

/** Makes the donations of a sequence in the database as the product does. The provider is a stand-in that only assigns ids. */
function makeDonations({ payments, db }: MoneyFixture, projectId: string, given: MoneySequence) {
  return Promise.all(
    given.amounts.map(async (amount, index) => {
      const reference = crypto.randomUUID();
      const name = `Донор ${given.names[index] ?? 0}`;
      const row = {
        id: reference,
        project_id: projectId,
        donor_id: null,
        donor_key: `name:${name}`,
        name,
        message: null,
        is_anonymous: false,
        amount: minor(amount),
        address: '127.0.0.1',
        commission: percentOf(minor(amount), given.commission),
      };
      const lines = [donationLine({ taxNumber: null }, minor(amount))];
      const asked = {
        kind: 'donation',
        reference,
        amount: minor(amount),
        lines,
        description: 'Донат',
        returnPath: '/',
      };
      const write = await payments.openPayment(asked, { insert: donationInsert, row });
      const { paymentUrl } = await write(db);
      return { reference, id: paymentUrl.split('/').at(-1) ?? '', amount };
    }),
  );
}

/** Runs one sequence against the database and against the model. Returns the differences. */
async function runSequence(fixture: MoneyFixture, given: MoneySequence): Promise<string[]> {
  const model = new MoneyModel(given);
  const { projectId } = await fixture.person();
  const donations = await makeDonations(fixture, projectId, given);
  const differences: string[] = [];
  for (const message of given.messages) {
    model.receive(message);
    const donation = donations[message.donation % donations.length];
    if (donation === undefined) continue;
    const update = { ...donation, amount: donation.amount + (message.isLie ? 1 : 0), status: message.status };
    // Two processes receive the same message at the same moment.
    await Promise.all([fixture.payments.settle(update), fixture.payments.settle(update)]);
  }
  for (const [index, donation] of donations.entries()) {
    const state = await fixture.payments.readPayment(fixture.db, donation.reference);
    if (state?.status !== model.states[index]) differences.push(`${state?.status} instead of ${model.states[index]}`);
  }
  const shown = await donationStatistics(fixture.db, projectId, { since: null, most: 5 });
  if (Number(shown.amount) !== Number(model.total) || shown.count !== model.count) differences.push('statistics');
  return [...differences, ...model.faults()];
}

test('4: random sequences of messages of the provider, compared with the rules', async () => {
  const fixture = await openMoneyFixture();
  try {
    const sequences = scaled(100_000, 50);
    const differences: string[] = [];
    let messages = 0;
    await inParallel(sequences, 6, async () => {
      const [given] = fc.sample(moneySequence, { numRuns: 1 });
      if (given === undefined) return;
      messages += given.messages.length;
      differences.push(...(await runSequence(fixture, given)));
    });
    prove(4, {
      promise: `${sequences} random sequences, each message twice at once: only legal steps, sums of 0, totals = ledger = top = statistics`,
      none: { differences, ...(await readLedgerFaults(fixture.db)), ...(await readTotalFaults(fixture.db)) },
      met: { messages: [messages, sequences] },
    });
  } finally {
    await fixture.close();
  }
});
