import { test } from 'vitest';
import { chargeTokenSealer } from '#app/payments/card-token-sealer.server.ts';
import { openDatabase } from '#base/db/db.server.ts';
import { prove, scale, scaled } from '#test/load/prove.ts';
import { openFleet, readBooks } from '#test/load/server-fleet.ts';
import { createTestDatabase } from '#test/support/database/database.ts';
import { MembershipFixture, monthlyCards } from '#test/support/money/membership-fixture.ts';
import { paymeCardEnv, paymeCardStandIn, paymeCards } from '#test/support/money/payme-card-caller.ts';
import { signIn } from '#test/support/sign-in.ts';
import { standInAddresses, startApp, testSecrets } from '#test/support/start-app.ts';
import { membershipEvidence, monthItem, readUnregistered } from './membership-evidence.ts';
import { type CardKind, type GatewayCard, makeMembers } from './membership-world.ts';
import { MonthsRun, type PaymeStandIn, start } from './months-run.ts';
import { movedClock } from './moved-clock.ts';
import { untilNoneIsOpen } from './settling.ts';

const gatewayCards: readonly GatewayCard[] = ['good', 'lost', 'refusedTwice', 'refused', 'expired'];

/** The tokens of the test cards; those of the gateway are taken from memberships that donors have begun. */
async function takeTokens(fixture: MembershipFixture, payme: PaymeStandIn): Promise<Record<CardKind, string>> {
  const { db } = fixture.app;
  const { projectId } = await signIn(db, testSecrets.jwt);
  const sealer = chargeTokenSealer(testSecrets.jwt);
  const tokens = {
    good: '',
    lost: '',
    refusedTwice: '',
    refused: '',
    expired: '',
    payme: await payme.token(),
    paymePoor: await payme.token(paymeCards.withoutMoney),
  };
  for (const kind of gatewayCards) {
    const { id } = await fixture.join(await fixture.person(), projectId, monthlyCards[kind]);
    const { rows } = await db.pool.query<{ sealed: Buffer }>(
      'select token_sealed as sealed from membership where id = $1',
      [id],
    );
    tokens[kind] = rows[0] ? (sealer.open(rows[0].sealed)?.text ?? '') : '';
    await db.pool.query(
      `update membership set state = 'Ended', end_reason = 'Left', ended_at = now(), due_at = null,
      token_sealed = null where id = $1`,
      [id],
    );
  }
  return tokens;
}

/** A clock that all processes read, at its start. */
async function makeClock(url: string): Promise<void> {
  const db = openDatabase({ url, max: 1 });
  await db.pool.query('create table torture_clock (moment timestamptz not null)');
  await db.pool.query('insert into torture_clock values ($1)', [start]);
  await db.close();
}

test('1: every month of a membership is charged once or accounted for as refused', async () => {
  const members = scaled(5_000, 14);
  // Not scaled by tenths: what goes wrong at the edges of a year shows only after it.
  const months = scale > 0 ? 24 : 2;
  const database = await createTestDatabase();
  await makeClock(database.url);
  const app = await startApp({
    env: { ...paymeCardEnv, LIMITS: 'off', LOG_LEVEL: 'silent' },
    databaseUrl: database.url,
    clock: movedClock,
  });
  const fixture = new MembershipFixture(app, { clock: { now: start } });
  try {
    const payme = paymeCardStandIn({ url: app.sandbox.url, secret: testSecrets.payment, site: () => app.url });
    await app.db.pool.query(`insert into tax_item_default (kind, item) values ('donation', $1)`, [monthItem]);
    const tokens = await takeTokens(fixture, payme);
    const creators = await Promise.all([1, 2, 3].map(() => fixture.person()));
    const models = await makeMembers(app.db, members, { creators, tokens, start });
    // Not before: it would forget the cards of the memberships that gave their tokens.
    const workers = await openFleet({
      servers: 3,
      databaseUrl: database.url,
      env: {
        ...paymeCardEnv,
        ...standInAddresses(app.sandbox.url),
        CLOCK: 'database',
        PAYMENT_URL: app.sandbox.url,
        LOG_LEVEL: 'silent',
      },
    });
    try {
      const run = new MonthsRun({ fixture, workers, payme, models });
      await run.play(months);
      await untilNoneIsOpen(async () => (await readUnregistered(app.db)).length, 60);
      const { faults, paid, receipts, expectedPaid, posted, provider, isBalanced } = await membershipEvidence(
        app.db,
        models,
        { gateway: await readBooks(app.sandbox.url), payme: await payme.read(), unequal: await payme.unequal() },
      );
      const difference = isBalanced ? 0 : posted - provider || 1;
      prove(1, {
        promise: `${members} memberships over ${months} months at the gateway and with cards by Payme, workers killed, stopped and doubled, outages: each month is charged once or refused, and each one by Payme has one fiscal receipt`,
        none: { ...faults, 'ledger less provider': difference, 'paid months less expected': paid - expectedPaid },
        met: {
          faults: [run.met.faults, 2],
          'workers killed or stopped': run.met.killed + run.met.stopped,
          'months paid': [paid, 8],
          'of them with receipts by Payme': receipts,
        },
      });
    } finally {
      await workers.close();
    }
  } finally {
    await app.close();
    await database.drop();
  }
});
