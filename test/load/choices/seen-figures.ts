import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { apiAt, type Fleet, type ProviderBook } from '#test/load/server-fleet.ts';
import { type Given, rules, type Stream } from './donor-world.ts';

const figure = { sum: z.number(), count: z.number() };
const seenVotes = z.object({
  data: z.object({
    items: z.array(z.object({ options: z.array(z.object({ votes: z.number(), ...figure })) })).length(1),
  }),
});
const seenTargets = z.object({
  data: z.object({ items: z.array(z.object({ id: z.string(), ...figure })).length(2) }),
});
const seenRewards = z.object({ data: z.object({ items: z.array(z.object({ taken: z.number() })).length(1) }) });
const seenClock = z.object({
  data: z.object({
    clock: z.object({ isLinear: z.boolean(), donations: z.object({ ...figure, seconds: z.number() }) }),
  }),
});

/** What somebody sees of a stream at one of the servers. */
async function readSeen(fleet: Fleet, server: number, { userName }: Stream) {
  const api = apiAt(fleet, server);
  const ask = async (name: string) => (await api(name, { query: { userName } })).body;
  const { clock } = seenClock.parse(await ask('GET Clock/Get')).data;
  return {
    isLinear: clock.isLinear,
    figures: {
      options: seenVotes.parse(await ask('GET Vote/List')).data.items.flatMap(({ options }) => options),
      targets: seenTargets.parse(await ask('GET Target/List')).data.items,
      taken: seenRewards.parse(await ask('GET Reward/List')).data.items.map(({ taken }) => taken),
      clock: clock.donations,
    },
  };
}

/** What donors have decided, by their own words and what the provider has left of each payment, in minor units. */
function expectedOf(stream: Stream, given: readonly (Given & { readonly left: number })[], isLinear: boolean) {
  const figureOf = (some: readonly { readonly left: number }[]) => ({
    sum: some.reduce((sum, { left }) => sum + left, 0) / 100,
    count: some.filter(({ left }) => left > 0).length,
  });
  const { clockSeconds } = rules;
  const minorSum = rules.clockSum * 100;
  const seconds = given.map(({ left }) =>
    isLinear ? Math.floor((left * clockSeconds) / minorSum) : Math.floor(left / minorSum) * clockSeconds,
  );
  return {
    options: [1, 2, 3].map((optionId) => {
      const chosen = given.filter((one) => one.optionId === optionId);
      const votes = chosen.reduce((sum, { left }) => sum + Math.floor(left / (rules.vote * 100)), 0);
      return { votes, ...figureOf(chosen) };
    }),
    targets: stream.targets.map(({ targetId }) => ({
      id: targetId,
      ...figureOf(given.filter((one) => one.targetId === targetId)),
    })),
    taken: [given.filter(({ hasReward, left }) => hasReward && left >= rules.reward * 100).length],
    clock: { ...figureOf(given), seconds: seconds.reduce((sum, one) => sum + one, 0) },
  };
}

/** Without regard to the order of targets. */
function isEqual(one: ReturnType<typeof expectedOf>, other: ReturnType<typeof expectedOf>): boolean {
  const sorted = [one, other].map(({ targets, ...rest }) => ({
    ...rest,
    targets: targets.toSorted((first, second) => first.id.localeCompare(second.id)),
  }));
  return isDeepStrictEqual(sorted[0], sorted[1]);
}

/** What a payer has not got back, in minor units. */
export const leftOf = ({ status, amount, refundedAmount }: ProviderBook) =>
  status === 'paid' ? amount - refundedAmount : 0;

/** The streams of which one of the servers shows other figures than those that donors and provider know. */
export async function findUnequalStreams(
  fleet: Fleet,
  streams: readonly Stream[],
  given: readonly Given[],
): Promise<string[]> {
  const books = new Map<string, ProviderBook>();
  for (const book of await fleet.books()) books.set(book.reference, book);
  const left = ({ payId }: Given) => {
    const book = books.get(payId);
    return book === undefined ? 0 : leftOf(book);
  };
  const unequal: string[] = [];
  for (const stream of streams) {
    const own = given.filter((one) => one.stream === stream).map((one) => ({ ...one, left: left(one) }));
    for (const server of fleet.servers.keys()) {
      const { isLinear, figures } = await readSeen(fleet, server, stream);
      const expected = expectedOf(stream, own, isLinear);
      if (isEqual(figures, expected)) continue;
      unequal.push(
        `${stream.userName} at ${server}: ${JSON.stringify(figures)} instead of ${JSON.stringify(expected)}`,
      );
    }
  }
  return unequal;
}
