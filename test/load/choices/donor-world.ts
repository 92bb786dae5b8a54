import { z } from 'zod';
import { choiceFaults } from '#app/choices/donation-choices.ts';
import { giveUntilAcknowledged, payByCard, testCards } from '#test/load/money/donors.ts';
import type { Fleet } from '#test/load/server-fleet.ts';
import { readWidgetKey } from '#test/load/widgets/widget-key.ts';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { dataOf, type TestApp, testSecrets } from '#test/support/start-app.ts';

type Api = TestApp['request'];

/** The rules of every stream of a load; sums in main units. */
export const rules = {
  vote: 2_000,
  goal: 300_000,
  reward: 20_000,
  stock: 4,
  clockSum: 3_000,
  clockSeconds: 60,
} as const;

const options = ['Гонки', 'Шахматы', 'Стройка'] as const;
/** The last option is chosen by its word in the message. */
const word = 'стройка';

/** A creator who streams with all that donations decide. */
export interface Stream extends SignedIn {
  readonly userName: string;
  readonly key: string;
  readonly voteId: string;
  readonly targets: readonly { readonly targetId: string; readonly revision: number }[];
  readonly reward: { readonly rewardId: string; readonly revision: number };
}

/** A donation with what its donor has chosen. */
export interface Given {
  readonly payId: string;
  readonly paymentUrl: string;
  readonly stream: Stream;
  /** Null: none. */
  readonly optionId: number | null;
  readonly targetId: string | null;
  readonly hasReward: boolean;
}

const identified = z.object({ id: z.string(), revision: z.number() });

async function save(api: Api, name: string, body: object, token: string) {
  const answer = await api(name, { body }, { token });
  if (answer.status !== 200) throw new Error(`${name}: ${JSON.stringify(answer.body)}`);
  return dataOf(answer);
}

/** Begins a stream: a vote, two targets, a reward of which there are few, and a clock, which has a cap in every third stream. */
export async function beginStream(fleet: Fleet, index: number): Promise<Stream> {
  const { api } = fleet.server;
  const userName = `stream_${index}`;
  const creator = await signIn(fleet.db, testSecrets.jwt, { userName });
  const make = async (name: string, body: object) => identified.parse(await save(api, name, body, creator.token));
  const vote = await make('POST Vote/Save', {
    question: 'Какую игру?',
    price: rules.vote,
    options: options.map((text, at) => ({ text, code: at === options.length - 1 ? word : null })),
  });
  const targets: Stream['targets'][number][] = [];
  for (const text of ['Играю без брони', 'Пою песню']) {
    const { id, revision } = await make('POST Target/Save', { text, goal: rules.goal });
    targets.push({ targetId: id, revision });
  }
  const reward = await make('POST Reward/Save', { text: 'Имя в титрах', price: rules.reward, stock: rules.stock });
  await save(
    api,
    'POST Clock/Control',
    {
      act: 'start',
      minutes: 60,
      sum: rules.clockSum,
      seconds: rules.clockSeconds,
      isLinear: index % 2 === 1,
      most: index % 3 === 2 ? 2 : null,
    },
    creator.token,
  );
  return {
    ...creator,
    userName,
    key: await readWidgetKey(api, creator),
    voteId: vote.id,
    targets,
    reward: { rewardId: reward.id, revision: reward.revision },
  };
}

/** What the donor of a number in a stream chooses: most of them an option and a target, every seventh the reward. */
function choicesOf(stream: Stream, index: number) {
  const option = index % 4;
  const target = stream.targets[index % 3];
  return {
    optionId: option === 3 ? null : option + 1,
    isByWord: option === options.length - 1,
    target: target ?? null,
    hasReward: index % 7 === 0,
  };
}

/** Who gives: by the number among all donors, and by that in the stream. */
interface Donor {
  readonly stream: Stream;
  readonly index: number;
  readonly place: number;
}

/** Gives and pays; without the reward where nothing is left of it. Returns whether it was sold out, too. */
export async function giveAs({ db }: Fleet, api: Api, { stream, index, place }: Donor) {
  const { optionId, isByWord, target, hasReward } = choicesOf(stream, place);
  const donor = hasReward ? await signIn(db, testSecrets.jwt) : null;
  const asDonor: Api = (name, input, settings) =>
    api(name, input, { ...settings, ...(donor && { token: donor.token }) });
  const give = (isWithReward: boolean) =>
    giveUntilAcknowledged(
      asDonor,
      {
        projectId: stream.projectId,
        amount: (hasReward ? rules.reward : 5_000) + (index % 997),
        name: `Донор ${index % 90}`,
        message: isByWord ? `Хочу #${word}!` : 'Спасибо',
        choices: [
          ...(optionId === null || isByWord ? [] : [{ voteId: stream.voteId, optionId }]),
          ...(target === null ? [] : [target]),
          ...(isWithReward ? [stream.reward] : []),
        ],
      },
      `choices-${index}-${isWithReward}`,
    );
  let isSoldOut = false;
  const made = await give(hasReward).catch((error: unknown) => {
    if (!(error instanceof Error && error.message.includes(choiceFaults.soldOut))) throw error;
    isSoldOut = true;
    return give(false);
  });
  await payByCard(made.paymentUrl, index % 2 === 0 ? testCards.noCode : testCards.code);
  const { payId, paymentUrl } = made;
  const targetId = target?.targetId ?? null;
  const given: Given = { payId, paymentUrl, stream, optionId, targetId, hasReward: hasReward && !isSoldOut };
  return { given, isSoldOut };
}

const refundHeaders = { authorization: `Bearer ${testSecrets.payment}`, 'content-type': 'application/json' };

/** Refunds a part (minor units), or all of it, at the provider, which reports it. Returns whether there was so much left. */
export async function refundThere({ paymentUrl }: Given, amount?: number): Promise<boolean> {
  const body = JSON.stringify({ amount });
  const response = await fetch(`${paymentUrl}/refund`, { method: 'POST', headers: refundHeaders, body });
  await response.body?.cancel();
  return response.ok;
}
