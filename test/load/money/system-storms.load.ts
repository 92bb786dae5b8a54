import { test } from 'vitest';
import { prove, scaled } from '#test/load/prove.ts';
import { apiAt } from '#test/load/server-fleet.ts';
import { standInsOf } from '#test/support/start-app.ts';
import { openCallStorm, sendCall } from './call-storm.ts';
import { giveUntilAcknowledged, inParallel } from './donors.ts';
import { forgers } from './forged-calls.ts';
import {
  hostedEnvs,
  hostedSystems,
  inHostedWorld,
  payThere,
  quietly,
  readHostedFaults,
  untilAgreed,
} from './hosted-world.ts';
import { interleavings, look, playInterleaving, surelyPaid, type Tab, twice } from './interleavings.ts';

test.each(hostedSystems)(
  '3: the calls of %s ten times, at once and late, among lost and forged ones',
  async (system) => {
    const servers: string[] = [];
    const forgeries: boolean[] = [];
    const { forge, isRefused } = forgers[system];
    const storm = await openCallStorm({
      servers: () => servers,
      copies: 10,
      latestMs: 3_000,
      lostShare: 0.3,
      async before(call, server) {
        for (const forged of forge(call)) forgeries.push(isRefused(await sendCall(server, forged)));
      },
    });
    const gateway = standInsOf(hostedEnvs[system], () => storm.url);
    const story = inHostedWorld(system, { servers: 2, gateway }, async (world) => {
      const { fleet, projectId } = world;
      servers.push(...fleet.servers.map(({ url }) => url));
      const donations = scaled(400, 14);
      const acknowledged: { payId: string; amount: number }[] = [];
      await inParallel(donations, 12, async (index) => {
        const donation = { projectId, amount: 10_000 + index, system };
        const { payId, paymentUrl } = await giveUntilAcknowledged(
          apiAt(fleet, index),
          donation,
          `storm-${system}-${index}`,
        );
        acknowledged.push({ payId, amount: donation.amount * 100 });
        if (index % 6 < 5) await payThere(world, paymentUrl, index);
      });
      const stillOpen = await untilAgreed(world, 120);
      await storm.calm();
      const settledAfter = await untilAgreed(world, 60);
      const { faults, books, met } = await readHostedFaults(world, { asked: donations, acknowledged });
      const { calls, copies, lost } = storm.counts;
      prove(3, {
        promise: `${donations} donations at ${system}, its calls 10 times, at once and late, 30 % lost, among forged ones: ledger = ${system}`,
        none: { ...faults, 'forgeries taken': forgeries.filter((one) => !one) },
        times: { 'all known in the storm after, s': [stillOpen, 90], 'and when it is over': [settledAfter, 5] },
        met: {
          calls,
          copies: [copies, calls * 10],
          lost,
          forgeries: [forgeries.length, calls * 2],
          paid: books.filter(({ status }) => status === 'paid').length,
          ...met,
        },
      });
    });
    await story.finally(storm.close);
  },
);

test.each(hostedSystems)('6: interleavings of double clicks, tabs and going back at %s', (system) =>
  inHostedWorld(system, { servers: 2 }, async (world) => {
    const { fleet, projectId, scene } = world;
    const pay = ({ paymentUrl }: Tab) => quietly(scene.pay(paymentUrl));
    const decline = ({ paymentUrl }: Tab) => quietly(scene.decline(paymentUrl));
    const acts = { pay, payTwiceAtOnce: twice(pay), decline, look };
    const plans = interleavings(scaled(1_000, 24), acts);
    const payIds = new Set<string>();
    await inParallel(plans.length, 12, async (index) => {
      const playing = { donation: { projectId, amount: 10_000, system }, plan: plans[index] ?? surelyPaid, acts };
      for (const id of await playInterleaving(apiAt(fleet, index), playing)) payIds.add(id);
    });
    await untilAgreed(world, 90);
    const acknowledged = [...payIds].map((payId) => ({ payId, amount: 1_000_000 }));
    const { faults, books, met } = await readHostedFaults(world, { asked: plans.length, acknowledged });
    prove(6, {
      promise: `${plans.length} interleavings at ${system} of double clicks, two and three tabs and going back: one charge`,
      none: { ...faults, 'donations beside one each': payIds.size - plans.length },
      met: { paid: [books.filter(({ status }) => status === 'paid').length, 4], ...met },
    });
  }),
);
