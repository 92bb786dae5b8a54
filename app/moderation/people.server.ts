import { everybody, findCreatorByName, projectOfUser, setBlocked } from '#app/creators/creators.server.ts';
import {
  blockPerson,
  changeRole,
  endSessions,
  findPeople,
  findPerson,
  peopleWithPhone,
  peopleWithRole,
  sessionsOf,
  unblockPerson,
} from '#app/identity/identity.server.ts';
import { isHigherRole, isRole, type Role } from '#app/identity/roles.ts';
import { awaitingFields, peopleWithFieldsIn, profileForReview } from '#app/profile/profile.server.ts';
import type { Handlers } from '#base/bound-call.server.ts';
import type { CallInput } from '#base/call.ts';
import { type CallContext, callerOf } from '#base/call-context.server.ts';
import type { Queryable, Tx } from '#base/db.server.ts';
import { failures } from '#base/errors.ts';
import type { ModerationDeps } from './moderation-deps.server.ts';
import { namedPeople } from './named-people.server.ts';
import type { peopleCalls } from './people.calls.ts';
import { fieldOnWire } from './review.server.ts';

const defaultReason = 'Нарушение правил площадки';

function highestRole(roles: readonly string[]): Role {
  return roles.filter(isRole).reduce((highest, role) => (isHigherRole(role, highest) ? role : highest), 'user');
}

/** Nobody acts against himself or somebody of a higher role. */
async function requireAuthorityOver(context: CallContext, userId: string): Promise<void> {
  const caller = callerOf(context);
  const person = await findPerson(context.db, userId);
  if (person === null) throw failures.notFound.because();
  if (person.userId === caller.userId) throw failures.forbidden.because({ message: 'С собой этого сделать нельзя' });
  if (isHigherRole(person.role, highestRole(caller.roles))) throw failures.forbidden.because();
}

async function moderated(db: Queryable, userId: string) {
  const { fields, createdAt, ...profile } = await profileForReview(db, userId);
  const avatar = fields.find(({ name }) => name === 'Avatar')?.confirmedValue || null;
  return { ...profile, avatar, createdAt: createdAt.toISOString(), fields: fields.map(fieldOnWire) };
}

/** What is typed of a phone: digits with the signs that people put between them; three digits or more. */
function phoneDigits(search: string): string | null {
  const digits = search.replace(/[\s()+-]/g, '');
  return /^\d{3,15}$/.test(digits) ? digits : null;
}

type ListQuery = CallInput<(typeof peopleCalls)['list']>['query'];

async function listPeople(db: Queryable, query: ListQuery) {
  const { Search, hasProducts, IsMerch, userType, isBlocked, confirmed, state, role, Skip, Take } = query;
  const digits = phoneDigits(Search ?? '');
  const { rows, count } = await everybody(
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
      haveAmongPages: role === undefined,
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
        ...{ ...shown, userType: types, order: orderPlace, confirmed: isVerified },
        ...{ phone: person.phone, role: person.role, isBlocked: person.isBlocked },
        createdAt: shown.createdAt.toISOString(),
        awaiting: awaiting.get(shown.userId) ?? 0,
      },
    ];
  });
  return { items, count };
}

/** A person's page, products and widgets go or come back together. */
async function showOrHide(tx: Tx, deps: ModerationDeps, person: { userId: string; isBlocked: boolean }): Promise<void> {
  await setBlocked(tx, person.userId, person.isBlocked);
  const project = await projectOfUser(tx, person.userId);
  if (project !== null && person.isBlocked) await deps.cutWidgets(tx, project.projectId);
  for (const tell of deps.whenBlocked) await tell(tx, person);
}

type All = Handlers<typeof peopleCalls>;

function readingHandlers(deps: ModerationDeps): Pick<All, 'getByName' | 'get' | 'list' | 'sessions' | 'gifts'> {
  return {
    getByName: async ({ query }, { db }) => {
      const creator = await findCreatorByName(db, query.userName);
      if (creator === null) throw failures.notFound.because();
      return moderated(db, creator.userId);
    },
    get: ({ query }, { db }) => moderated(db, query.userId),
    list: ({ query }, { db }) => listPeople(db, query),
    sessions: async ({ query: { userId } }, { db }) => {
      if ((await findPerson(db, userId)) === null) throw failures.notFound.because();
      return (await sessionsOf(db, userId)).map(({ createdAt, lastUsedAt, ...one }) => ({
        ...one,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt.toISOString(),
      }));
    },
    gifts: async ({ query: { userId, kind, Skip, Take } }, { db }) => {
      const project = await projectOfUser(db, userId);
      if (project === null) throw failures.notFound.because();
      const { projectId } = project;
      const { items, count } = await deps.giftsOfPerson(db, { kind, userId, projectId, skip: Skip, take: Take });
      const people = await namedPeople(
        db,
        items.map(({ otherId }) => otherId),
      );
      return {
        count,
        items: items.map(({ otherId, paidAt, ...gift }) => ({
          ...gift,
          paidAt: paidAt.toISOString(),
          other: people.get(otherId) ?? null,
        })),
      };
    },
  };
}

/** Answers what moderators and admins ask about people and do to them. */
export function createPeopleHandlers(deps: ModerationDeps): All {
  return {
    ...readingHandlers(deps),
    blockUser: async ({ query: { userId, reason } }, context) => {
      await requireAuthorityOver(context, userId);
      context.note({ subject: userId });
      await context.transaction(async (tx) => {
        await blockPerson(tx, { userId, reason: reason || defaultReason });
        await showOrHide(tx, deps, { userId, isBlocked: true });
      });
      return {};
    },
    unblockUser: async ({ query: { userId } }, context) => {
      await requireAuthorityOver(context, userId);
      context.note({ subject: userId });
      await context.transaction(async (tx) => {
        await unblockPerson(tx, userId);
        await showOrHide(tx, deps, { userId, isBlocked: false });
      });
      return {};
    },
    setRole: async ({ query: { userId, role } }, context) => {
      context.note({ subject: userId, details: { before: (await findPerson(context.db, userId))?.role ?? null } });
      await context.transaction((tx) => changeRole(tx, { userId, role }));
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
