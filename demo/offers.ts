import { v7 as uuidV7 } from 'uuid';
import { insertAddedTime } from '#app/donathon/added-time-store.server.ts';
import { clockLimits } from '#app/donathon/clock-rules.ts';
import { insertClock, projectEnd } from '#app/donathon/clock-store.server.ts';
import { countTargetChoice, insertTargetChoice } from '#app/targets/target-choice-store.server.ts';
import { insertTarget } from '#app/targets/target-store.server.ts';
import { countVoteChoice, insertSuggestion, insertVoteChoice } from '#app/votes/vote-choice-store.server.ts';
import { insertVote, replaceOptions } from '#app/votes/vote-store.server.ts';
import { statement, type Tx } from '#base/db/db.server.ts';
import { fromMain } from '#base/money/money.ts';
import type { DemoDonation } from './donations/donations.ts';
import { addDraws } from './draws.ts';
import { addRewards } from './offered-rewards.ts';

interface World {
  readonly projectId: string;
  /** All that are paid, oldest first. */
  readonly donations: readonly DemoDonation[];
  readonly now: Date;
}

const day = 86_400_000;
const choosing = 14 * day;
const streaming = 2 * day;

const question = 'Что делаем в субботнем эфире?';
const options = [
  { text: 'Играю на дутаре', code: 'дутар' },
  { text: 'Прохожу инди-хоррор', code: 'хоррор' },
  { text: 'Читаю ваши истории', code: 'истории' },
];
const suggestion = 'Пеку самсу в прямом эфире';
/** The donors take turns with them, so that the first one is ahead. */
const chosenOptions = [1, 2, 1, 3];

/** The first one is reached. */
const promises = [
  { text: 'Спою припев без музыки', goal: fromMain(100_000) },
  { text: 'Сыграю босса с закрытыми глазами', goal: fromMain(3_000_000) },
];

/** A week, so that it runs for some days after the first start. */
const firstSeconds = 7 * 86_400;
const rate = { sum: fromMain(5_000), seconds: 300, isLinear: false };

const dateVote = statement('update vote set created_at = $2 where id = $1');
const dateTarget = statement('update target set created_at = $2 where id = $1');
const dateClock = statement('update clock set started_at = $2 where id = $1');
const markChosen = statement('update donation set has_choices = true where id = any ($1::uuid[])');

async function addVote(tx: Tx, projectId: string, at: Date): Promise<string> {
  const id = uuidV7({ msecs: at.getTime() });
  const price = fromMain(5_000);
  await insertVote(tx, id, projectId, {
    question,
    price,
    endsAt: null,
    endSum: null,
    close: false,
    takesSuggestions: true,
  });
  await replaceOptions(
    tx,
    id,
    options.map((option, place) => ({ ...option, number: place + 1, isHidden: false })),
  );
  await tx.run(dateVote, [id, at]);
  return id;
}

async function addTargets(tx: Tx, projectId: string, at: Date): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const promise of promises) {
    const id = uuidV7({ msecs: at.getTime() + ids.length });
    await insertTarget(tx, id, projectId, { ...promise, close: false });
    await tx.run(dateTarget, [id, at]);
    ids.push(id);
  }
  return ids;
}

const fitting = <Item>(items: readonly Item[], at: number): Item => {
  const item = items[at % items.length];
  if (item === undefined) throw new Error('there is nothing to choose from');
  return item;
};

async function addChoices(tx: Tx, { projectId, donations, now }: World): Promise<void> {
  const since = new Date(now.getTime() - choosing);
  const voteId = await addVote(tx, projectId, since);
  const targetIds = await addTargets(tx, projectId, since);
  const chosen = donations.filter(({ membershipId, paidAt }) => membershipId === undefined && paidAt > since);
  const suggesting = chosen.findLastIndex(({ amount }) => amount >= fromMain(10_000));
  await tx.run(markChosen, [chosen.map(({ id }) => id)]);
  for (const [at, { id: donationId, amount }] of chosen.entries()) {
    // One that suggests waits for the creator.
    if (at === suggesting) await insertSuggestion(tx, { donationId, projectId, amount }, { voteId, suggestion });
    else await insertVoteChoice(tx, { donationId, amount }, { voteId, optionId: fitting(chosenOptions, at) });
    await insertTargetChoice(tx, donationId, { targetId: fitting(targetIds, at), revision: 1 });
    await countVoteChoice(tx, donationId, amount);
    await countTargetChoice(tx, donationId, amount);
  }
  await addRewards(tx, { projectId, donations: chosen, since, now });
}

/** Every donation prolongs the stream, monthly ones too. */
async function addClock(tx: Tx, { projectId, donations, now }: World): Promise<void> {
  const startedAt = new Date(now.getTime() - streaming);
  const clockId = uuidV7({ msecs: startedAt.getTime() });
  await insertClock(tx, clockId, { projectId, firstSeconds, mostSeconds: null, ...rate });
  await tx.run(dateClock, [clockId, startedAt]);
  for (const { id: donationId, amount, paidAt } of donations) {
    if (paidAt > startedAt) await insertAddedTime(tx, { donationId, clockId, amount });
  }
  await projectEnd(tx, clockId, now, clockLimits.longest);
}

/** Adds a question, two promises, three rewards, two draws and a stream that goes on as long as people give, with the donations of the last days that chose or prolong them. */
export async function addOffers(tx: Tx, world: World): Promise<void> {
  const donations = world.donations.filter(
    ({ projectId, refundedAt }) => projectId === world.projectId && refundedAt === null,
  );
  await addChoices(tx, { ...world, donations });
  await addClock(tx, { ...world, donations });
  await addDraws(tx, world.projectId, world.now);
}
