import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bookOf, donationSteps, type StepName, settleAll } from '#test/support/money/donation-steps.ts';
import { give, type MoneyFixture, openMoneyFixture } from '#test/support/money/money-fixture.ts';
import { QuestionClock } from '#test/support/money/question-clock.ts';

let fixture: MoneyFixture;

beforeAll(async () => {
  const processClock = new QuestionClock(() => fixture.db);
  fixture = await openMoneyFixture({ processClock, providerTimeoutMs: 500 });
});

afterAll(() => fixture.close());

it('two payers of one donation are charged once, whatever the interleaving of cards, codes and questions', async () => {
  const steps = donationSteps(fixture);
  const { projectId } = await fixture.person();
  const order = fc.array(fc.constantFrom<StepName>('code', 'otp', 'paid', 'twice', 'question'), {
    minLength: 2,
    maxLength: 4,
  });
  await fc.assert(
    fc.asyncProperty(order, order, fc.scheduler(), async (first, second, scheduler) => {
      const donation = await give(fixture, { projectId });
      const tab = (names: readonly StepName[]) =>
        scheduler.scheduleSequence(names.map((name) => async () => void (await steps[name](donation, 0))));
      const tabs = [tab(first), tab(second)];
      await scheduler.waitIdle();
      await Promise.all(tabs.map(({ task }) => task));
      const book = await bookOf(fixture, donation);
      expect(book?.history.filter(({ status }) => status === 'paid').length).toBeLessThanOrEqual(1);
      await settleAll(fixture, [donation]);
      const { rows } = await fixture.db.pool.query('select count(*) as count from posting where reference = $1', [
        donation.payId,
      ]);
      expect(rows).toEqual([{ count: book?.status === 'paid' ? 1 : 0 }]);
    }),
    { numRuns: 25, endOnFailure: true },
  );
}, 60_000);
