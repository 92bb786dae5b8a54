import { paidCallback, textOf } from '#test/bench/support/donation-maker.ts';
import { type Asked, call, type Fixture } from '../fixture.ts';
import { idOf } from '../ids.ts';
import { foundId, placeNearEnd } from './found.ts';
import { commonCreator, userNameOf } from './public-questions.ts';
import { nearEnd, type Question, questionsOf } from './question.ts';

/** Brings the membership of the one who asks as `member` into a state; answers it with the price of its level. */
async function memberIn({ client, memberId }: Fixture, state: 'Active' | 'Leaving'): Promise<MemberRow> {
  const { rows } = await client.query<MemberRow>(
    `update membership m set state = $2, due_at = paid_until from membership_level l
     where l.id = m.level_id and m.id = (
       select id from membership where person_id = $1 and state in ('Active', 'Leaving') and level_id is not null order by id limit 1)
     returning m.id, (l.amount / 100)::int as amount`,
    [memberId, state],
  );
  if (rows[0] === undefined) throw new Error('the member has no membership');
  return rows[0];
}

interface MemberRow {
  readonly id: string;
  readonly amount: number;
}

export const ownMembershipQuestions: readonly Question[] = [
  ...questionsOf('GET Membership/My', {
    'a common member': (_, at) => ({ as: 'member', query: { Take: 10 + at } }),
    'who supports many creators': (_, at) => ({ as: 'donor', query: { Skip: at } }),
    'who supports many creators, last pages': async ({ client }, at) => {
      const { rows } = await client.query<{ count: number }>(
        'select count(*)::int as count from membership where person_id = $1 and since is not null',
        [idOf.person(2)],
      );
      return { as: 'donor', query: { Skip: nearEnd(rows[0]?.count ?? 0, at, 10) } };
    },
  }),
  ...questionsOf('GET Membership/Charges', {
    'an own one': async (fixture) => ({
      as: 'member',
      query: { membershipId: (await memberIn(fixture, 'Active')).id },
    }),
  }),
  ...questionsOf('POST Membership/Leave', {
    'an active one': async (fixture) => ({
      as: 'member',
      body: { membershipId: (await memberIn(fixture, 'Active')).id },
    }),
  }),
  ...questionsOf('POST Membership/Resume', {
    'one that was left': async (fixture) => ({
      as: 'member',
      body: { membershipId: (await memberIn(fixture, 'Leaving')).id },
    }),
  }),
  ...questionsOf('POST Membership/AcceptPrice', {
    'of the level': async (fixture) => {
      const { id: membershipId, amount } = await memberIn(fixture, 'Active');
      return { as: 'member', body: { membershipId, amount } };
    },
  }),
  ...questionsOf('PUT Membership/Mute', {
    'one creator': async (fixture, at) => ({
      as: 'member',
      body: { membershipId: (await memberIn(fixture, 'Active')).id, isMuted: at % 2 === 0 },
    }),
  }),
];

const as = 'moderator' as const;

const oldestIn = 'select created_at as at, id from membership where state = $1 order by created_at, id';

const nthActive = `select id from membership where state = 'Active' order by id offset`;

export const staffMembershipQuestions: readonly Question[] = [
  ...questionsOf('GET Moderator/Memberships', {
    'overdue ones': (_, at) => ({ as, query: { Take: 20 + at } }),
    'active ones': (_, at) => ({ as, query: { State: 'Active', Take: 20 + at } }),
    'active ones, last pages': async (fixture, at) => ({
      as,
      query: { State: 'Active', After: await placeNearEnd(fixture, oldestIn, ['Active'], 20 + at) },
    }),
    'creator with most members': (_, at) => ({
      as,
      query: { UserId: idOf.person(1), State: 'Active', Take: 20 + at },
    }),
    'creator with most members, overdue ones': (_, at) => ({ as, query: { UserId: idOf.person(1), Take: 20 + at } }),
    'common creators': ({ sizes }, at) => ({
      as,
      query: { UserId: idOf.person(commonCreator(sizes.creators, at)), State: 'Active' },
    }),
    'common creators, ended ones': ({ sizes }, at) => ({
      as,
      query: { UserId: idOf.person(commonCreator(sizes.creators, at)), State: 'Ended' },
    }),
  }),
  ...questionsOf('POST Moderator/RetryMembership', {
    'an overdue one': async (fixture, at) => ({
      as,
      body: {
        membershipId: await foundId(
          fixture,
          `update membership set state = 'Overdue' where id = (${nthActive} ${at} limit 1) returning id`,
        ),
      },
    }),
  }),
  ...questionsOf('POST Moderator/StopMembership', {
    'an active one': async (fixture, at) => ({
      as,
      body: { membershipId: await foundId(fixture, `${nthActive} ${at} limit 1`), reason: 'Просьба банка' },
    }),
  }),
];

/** Ends what an admin gives a creator every month: one has one live membership with a creator. */
const endMembership = ({ client, sizes }: Fixture, creator: number) =>
  client.query(
    `update membership set state = 'Ended', end_reason = 'Left', ended_at = now(), due_at = null, token_sealed = null
     where person_id = $1 and project_id = $2 and state not in ('Ended', 'Pending')`,
    [idOf.person(sizes.people), idOf.project(creator)],
  );

const monthly = (creator: number) => ({
  userName: userNameOf(creator),
  amount: 50_000,
  name: 'Друг',
  levelId: idOf.level(creator * 4 + 1),
});

async function paidMonth(fixture: Fixture, creator: number): Promise<Asked> {
  await endMembership(fixture, creator);
  const answer = await call(fixture, 'POST Membership/Create', { as: 'admin', body: monthly(creator) });
  const paymentUrl = textOf(answer, 'paymentUrl');
  const reference = textOf(answer, 'payId');
  return paidCallback({ paymentUrl, reference, amount: 5_000_000 });
}

export const beginningQuestions: readonly Question[] = [
  ...questionsOf('POST Membership/Create', {
    'the first month, for common creators': async (fixture, at) => {
      const creator = commonCreator(fixture.sizes.creators, at);
      await endMembership(fixture, creator);
      return { as: 'admin', body: monthly(creator) };
    },
  }),
  ...questionsOf('POST Payment/Callback', {
    'the first month is paid, for common creators': (fixture, at) =>
      paidMonth(fixture, commonCreator(fixture.sizes.creators, at)),
    'the first month is paid, for the creator with most members': (fixture) => paidMonth(fixture, 1),
  }),
];
