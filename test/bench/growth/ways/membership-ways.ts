import { paidCallback, textOf } from '#test/bench/support/donation-maker.ts';
import { type Asked, call, type Fixture } from '../fixture.ts';
import { idOf } from '../ids.ts';
import { commonCreator, userNameOf } from '../values.ts';
import { foundId } from './found.ts';
import { waysOf } from './way.ts';

interface MemberRow {
  readonly id: string;
  readonly amount: number;
}

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

/** A member and a membership of its own. */
const ofMember = async (fixture: Fixture, state: 'Active' | 'Leaving' = 'Active') => ({
  as: 'member' as const,
  body: { membershipId: (await memberIn(fixture, state)).id },
});

const nthActive = `select id from membership where state = 'Active' order by id offset $1 limit 1`;

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

export const membershipWays = waysOf({
  'GET Membership/Charges': async (fixture) => {
    const { id } = await memberIn(fixture, 'Active');
    return { as: 'member', query: { membershipId: id } };
  },
  'POST Membership/Leave': (fixture) => ofMember(fixture),
  'POST Membership/Resume': (fixture) => ofMember(fixture, 'Leaving'),
  'POST Membership/AcceptPrice': async (fixture) => {
    const { id, amount } = await memberIn(fixture, 'Active');
    return { as: 'member', body: { membershipId: id, amount } };
  },
  'PUT Membership/Terms': async (fixture, at) => {
    const { as, body } = await ofMember(fixture);
    return { as, body: { ...body, levelId: null, amount: 40_000 + at } };
  },
  'PUT Membership/Mute': async (fixture, at) => {
    const { as, body } = await ofMember(fixture);
    return { as, body: { ...body, isMuted: at % 2 === 0 } };
  },
  'POST Moderator/RetryMembership': async (fixture, at) => {
    const overdue = `update membership set state = 'Overdue' where id = (${nthActive}) returning id`;
    return { as: 'moderator', body: { membershipId: await foundId(fixture, overdue, [at]) } };
  },
  'POST Moderator/StopMembership': async (fixture, at) => ({
    as: 'moderator',
    body: { membershipId: await foundId(fixture, nthActive, [at]), reason: 'Просьба банка' },
  }),
  'POST Membership/Create': async (fixture, at) => {
    const creator = commonCreator(fixture.sizes.creators, at);
    await endMembership(fixture, creator);
    return { as: 'admin', body: monthly(creator) };
  },
  'POST Payment/Callback': {
    'the first month is paid, for common creators': (fixture, at) =>
      paidMonth(fixture, commonCreator(fixture.sizes.creators, at)),
    'the first month is paid, for the creator with most members': (fixture) => paidMonth(fixture, 1),
  },
});
