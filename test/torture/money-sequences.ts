import { donationStatistics } from '#app/donations/donation-statistics.server.ts';
import { donationInsert } from '#app/donations/donations-store.server.ts';
import { minor, percentOf } from '#base/money.ts';
import { readLedgerFaults, readTotalFaults } from '#test/money-faults.ts';
import type { MoneyHouse } from '#test/money-house.ts';
import { MoneyModel, type MoneySequence } from './money-model.ts';

interface StoredGift {
  readonly reference: string;
  readonly providerId: string;
  readonly amount: number;
}

/** Makes a sequence's gifts in the database as the product does; the provider is a stand-in that only gives out ids. */
async function makeGifts(house: MoneyHouse, given: MoneySequence): Promise<{ projectId: string; gifts: StoredGift[] }> {
  const { projectId } = await house.person();
  const gifts: StoredGift[] = [];
  for (const [index, amount] of given.amounts.entries()) {
    const reference = crypto.randomUUID();
    const name = `Донор ${given.names[index] ?? 0}`;
    const row = {
      ...{ id: reference, project_id: projectId, donor_id: null, donor_key: `name:${name}`, name, message: null },
      ...{ is_anonymous: false, amount: minor(amount), address: '127.0.0.1' },
      commission: percentOf(minor(amount), given.commission),
    };
    const asked = { kind: 'donation', reference, amount: minor(amount), description: 'Донат' };
    const opened = await house.payments.openPayment(house.db, asked, { insert: donationInsert, row });
    gifts.push({ reference, providerId: opened.paymentUrl.split('/').at(-1) ?? '', amount });
  }
  return { projectId, gifts };
}

/** Runs one sequence against the database and against the model; answers in what they differ. */
export async function runSequence(house: MoneyHouse, given: MoneySequence): Promise<string[]> {
  const model = new MoneyModel(given);
  const { projectId, gifts } = await makeGifts(house, given);
  const differences: string[] = [];
  for (const told of given.told) {
    model.hear(told);
    const gift = gifts[told.gift % gifts.length];
    if (gift === undefined) continue;
    const amount = gift.amount + (told.isLie ? 1 : 0);
    const word = { id: gift.providerId, status: told.word, reference: gift.reference, amount };
    // Two processes hear the same at the same moment.
    await Promise.all([house.payments.settle(word), house.payments.settle(word)]);
  }
  for (const [index, gift] of gifts.entries()) {
    const state = await house.payments.readPayment(house.db, gift.reference);
    if (state?.status !== model.states[index]) differences.push(`${state?.status} instead of ${model.states[index]}`);
  }
  const shown = await donationStatistics(house.db, projectId, { since: null, most: 5 });
  if (Number(shown.amount) !== Number(model.total) || shown.count !== model.count) differences.push('statistics');
  return [...differences, ...model.faults()];
}

/** All that must be zero in the books of everybody. */
export async function readAllFaults(house: MoneyHouse): Promise<Record<string, number>> {
  return { ...(await readLedgerFaults(house.db)), ...(await readTotalFaults(house.db)) };
}
