import { countPeopleBut, readAllUsers } from '#app/creators/all-users-store.server.ts';
import { findCreatorByName, projectOfUser, setBlocked } from '#app/creators/creators.server.ts';
import { mayDecideAbout, requireAuthorityOver } from '#app/identity/authority.server.ts';
import { blockPerson, changeRole, findPeople, sessionsOf, unblockPerson } from '#app/identity/identity.server.ts';
import { endSessions } from '#app/identity/identity-services.server.ts';
import { peopleOfStaff, peopleWithPhone, peopleWithRole } from '#app/identity/people-store.server.ts';
import { awaitingFields, countPeopleWithFieldsIn, peopleWithFieldsIn } from '#app/profile/decision-store.server.ts';
import { profileForReview } from '#app/profile/read-profile.server.ts';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import type { CallInput } from '#base/calls/call.ts';
import { type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Queryable, Tx } from '#base/db/db.server.ts';
import { phonePart } from '#base/text/phone.ts';
import { namedPeople } from '../named-people.server.ts';
import { fieldOnWire } from '../review/review.server.ts';
import type { ModerationDeps } from '../staff-deps.server.ts';
import type { peopleCalls } from './people.calls.ts';

const defaultReason = 'Нарушение правил площадки';

async function moderated(context: CallContext, userId: string) {
  const { fields, createdAt, ...profile } = await profileForReview(context.db, userId);
  const avatar = fields.find(({ name }) => name === 'Avatar')?.confirmedValue || null;
  const mayDecide = mayDecideAbout(callerOf(context), { userId, role: profile.role });
  return { ...profile, avatar, mayDecide, createdAt: createdAt.toISOString(), fields: fields.map(fieldOnWire) };
}

type ListQuery = CallInput<(typeof peopleCalls)['list']>['query'];

/** The stored count of people by the state of a field or by a role; undefined: there is none. */
function countOf(db: Queryable, { state, role }: Pick<ListQuery, 'state' | 'role'>) {
  if (state !== undefined && role === undefined) return () => countPeopleWithFieldsIn(db, state);
  return state === undefined && role === 'user' ? () => countPeopleBut(db, peopleOfStaff) : undefined;
}

async function listPeople(db: Queryable, { phoneMask }: ModerationDeps, query: ListQuery) {
  const { Search, hasProducts, IsMerch, userType, isBlocked, confirmed, state, role, Skip, Take } = query;
  const digits = phonePart(Search ?? '', phoneMask);
  const { rows, count } = await readAllUsers(
    db,
    {
      search: Search,
      alsoFound: digits === null ? undefined : peopleWithPhone(digits),
      hasProducts,
      type: userType,
      isBlocked,
      isVerified: confirmed,
      among: [
        ...(state === undefined ? [] : [peopleWithFieldsIn(state)]),
        ...(role === undefined ? [] : [peopleWithRole(role)]),
      ],
      countAmong: countOf(db, { state, role }),
    },
    { ranking: IsMerch ? 'order_merchant' : 'order_place', skip: Skip, take: Take },
  );
  const ids = rows.map(({ userId }) => userId);
  const [people, awaiting] = await Promise.all([findPeople(db, ids), awaitingFields(db, ids)]);
  const items = rows.flatMap(({ types, orderPlace, isVerified, ...shown }) => {
    const person = people.get(shown.userId);
    if (person === undefined) return [];
    return [
      {
        ...shown,
        userType: types,
        order: orderPlace,
        confirmed: isVerified,
        phone: person.phone,
        role: person.role,
        isBlocked: person.isBlocked,
        createdAt: shown.createdAt.toISOString(),
        awaiting: awaiting.get(shown.userId) ?? 0,
      },
    ];
  });
  return { items, count };
}

/** Hides page, products and widgets of a user, and logs the user out: totals, creator and memberships are locked first, then the person, then events. */
async function block(tx: Tx, deps: ModerationDeps, person: { userId: string; reason: string }): Promise<void> {
  const { userId } = person;
  const project = await projectOfUser(tx, userId);
  if (project !== null) await deps.lockSupport(tx, project.projectId);
  await setBlocked(tx, userId, true);
  if (project !== null) await deps.endMemberships(tx, { userId, projectId: project.projectId });
  await blockPerson(tx, person);
  if (project !== null) await deps.cutWidgets(tx, project.projectId);
}

type All = Handlers<typeof peopleCalls>;

function readingHandlers(deps: ModerationDeps): Pick<All, 'getByName' | 'get' | 'list' | 'sessions' | 'donations'> {
  return {
    getByName: async ({ query }, context) => {
      const creator = await findCreatorByName(context.db, query.userName);
      if (creator === null) throw failures.notFound();
      return moderated(context, creator.userId);
    },
    get: ({ query }, context) => moderated(context, query.userId),
    list: ({ query }, { db }) => listPeople(db, deps, query),
    sessions: async ({ query: { userId } }, context) => {
      await requireAuthorityOver(context, userId);
      return (await sessionsOf(context.db, userId)).map(({ createdAt, lastUsedAt, ...one }) => ({
        ...one,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt.toISOString(),
      }));
    },
    donations: async ({ query: { userId, kind, Skip, Take } }, context) => {
      await requireAuthorityOver(context, userId);
      const { db } = context;
      const project = await projectOfUser(db, userId);
      if (project === null) throw failures.notFound();
      const { projectId } = project;
      const { items, count } = await deps.donationsOfPerson(db, { kind, userId, projectId, skip: Skip, take: Take });
      const people = await namedPeople(
        db,
        items.map(({ otherId }) => otherId),
      );
      return {
        count,
        items: items.map(({ otherId, paidAt, ...donation }) => ({
          ...donation,
          paidAt: paidAt.toISOString(),
          other: people.get(otherId) ?? null,
        })),
      };
    },
  };
}

/** Handlers of the calls about users. */
export function createPeopleHandlers(deps: ModerationDeps): All {
  return {
    ...readingHandlers(deps),
    blockUser: async ({ query: { userId, reason } }, context) => {
      await requireAuthorityOver(context, userId);
      context.note({ subject: userId });
      await context.transaction((tx) => block(tx, deps, { userId, reason: reason || defaultReason }));
      return {};
    },
    unblockUser: async ({ query: { userId } }, context) => {
      await requireAuthorityOver(context, userId);
      context.note({ subject: userId });
      await context.transaction(async (tx) => {
        await setBlocked(tx, userId, false);
        await unblockPerson(tx, userId);
      });
      return {};
    },
    setRole: async ({ query: { userId, role } }, context) => {
      const before = await context.transaction((tx) => changeRole(tx, { userId, role }));
      context.note({ subject: userId, details: { before } });
      return {};
    },
    endSessions: async ({ query: { userId } }, context) => {
      await requireAuthorityOver(context, userId);
      context.note({ subject: userId });
      await context.transaction((tx) => endSessions(tx, userId));
      return {};
    },
  };
}
