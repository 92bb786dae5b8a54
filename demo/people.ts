import type { CountryProfile } from '#app/country.ts';
import { createCreator, publishField, setNames, setVerified } from '#app/creators/creators.server.ts';
import { lockRanking, writeRanking } from '#app/creators/ranking/ranking-store.server.ts';
import type { PreparePerson } from '#app/identity/identity-services.server.ts';
import { makePerson } from '#app/identity/identity-services.server.ts';
import type { Role } from '#app/identity/roles.ts';
import { openAccount } from '#app/ledger/ledger-store.server.ts';
import { openWidgets } from '#app/widgets/widgets.server.ts';
import type { Tx } from '#base/db/db.server.ts';
import { fromMain } from '#base/money/money.ts';
import { type DemoCreator, demoCreators } from './creators/creators.ts';
import { localText } from './local-text.ts';
import { demoLogins, demoPhone } from './logins.ts';

export interface DemoPerson {
  readonly userId: string;
  readonly projectId: string;
  readonly accountId: string;
}

export interface PeopleOptions {
  readonly country: CountryProfile;
  /** `JWT_SECRET`, which seals widget keys. */
  readonly secret: string;
  /** The PHC string of the password of printed logins. */
  readonly passwordHash: string;
  /** The moment before which everything happened. */
  readonly now: Date;
}

interface NewDemoPerson {
  readonly number: number;
  readonly userName: string;
  readonly givenName: string;
  readonly surName: string;
  readonly role?: Role;
  readonly joinedDaysAgo: number;
}

const dayMilliseconds = 86_400_000;

const staff = {
  admin: { userName: 'akbarm', givenName: 'Акбар', surName: 'Мадаминов', joinedDaysAgo: 600 },
  moderator: { userName: 'yulia.moder', givenName: 'Юлия', surName: 'Ким', joinedDaysAgo: 560 },
  buyer: { userName: 'bekzod', givenName: 'Бекзод', surName: 'Олимов', joinedDaysAgo: 160 },
} as const;

/** The first phone of creators without a printed login. */
const firstOtherNumber = 11;

/** A creator's number, from the position in the list. */
const creatorNumber = (at: number) => (at === 0 ? demoLogins.creator.number : firstOtherNumber + at - 1);

/** Identifies the people of the demo world later. */
export function demoIdentities(country: CountryProfile): { phone: string; userName: string }[] {
  const { admin, moderator, buyer } = demoLogins;
  return [
    { number: admin.number, userName: staff.admin.userName },
    { number: moderator.number, userName: staff.moderator.userName },
    { number: buyer.number, userName: staff.buyer.userName },
    ...demoCreators.map(({ userName }, at) => ({ number: creatorNumber(at), userName })),
  ].map(({ number, userName }) => ({ phone: demoPhone(country, number), userName }));
}

async function addPerson(tx: Tx, person: NewDemoPerson, options: PeopleOptions): Promise<DemoPerson> {
  const { number, userName, givenName, surName, role = 'user', joinedDaysAgo } = person;
  const createdAt = new Date(options.now.getTime() - joinedDaysAgo * dayMilliseconds);
  const prepare: PreparePerson = async (within, { userId }) => {
    const accountId = await openAccount(within, userId, 'Основной счёт');
    const { projectId } = await createCreator(within, { userId, accountId, userName, createdAt });
    return { projectId, accountId };
  };
  const hasLogin = number < firstOtherNumber;
  const phone = demoPhone(options.country, number);
  const made = await makePerson(
    tx,
    { phone, role, ...(hasLogin && { passwordHash: options.passwordHash }), userName, createdAt },
    prepare,
  );
  await setNames(tx, made.userId, { givenName, surName });
  return made;
}

async function addCreator(tx: Tx, creator: DemoCreator, at: number, options: PeopleOptions): Promise<DemoPerson> {
  const number = creatorNumber(at);
  const { userName, givenName, surName, patronymic, isVerified, goal, joinedDaysAgo } = creator;
  const person = await addPerson(
    tx,
    { number, userName: localText(userName, options.country), givenName, surName, joinedDaysAgo },
    options,
  );
  if (patronymic !== null) await setNames(tx, person.userId, { patronymic });
  if (creator.hidesName) await publishField(tx, person.userId, 'HideFullName', 'true');
  const { accent = '', pattern = '' } = creator.look ?? {};
  await publishField(tx, person.userId, 'Accent', accent);
  await publishField(tx, person.userId, 'Pattern', String(pattern));
  if (isVerified) await setVerified(tx, person.userId, true);
  if (goal !== null) {
    const { title, amount } = goal;
    const { projectId } = person;
    await openWidgets(tx, { projectId, secret: options.secret, goal: { title, amount: fromMain(amount) } });
  }
  return person;
}

async function rank(tx: Tx, userIds: ReadonlyMap<string, string>): Promise<void> {
  const items = demoCreators.flatMap(({ userName, place }) => {
    const userId = userIds.get(userName);
    return place === null || userId === undefined ? [] : [{ userId, order: place }];
  });
  await lockRanking(tx, 'order_place');
  await writeRanking(tx, 'order_place', items);
}

/** Creates the people of the demo world: an admin, a moderator, a buyer and the ranked creators. */
export async function addPeople(
  tx: Tx,
  options: PeopleOptions,
): Promise<{ admin: DemoPerson; moderator: DemoPerson; buyer: DemoPerson; creators: ReadonlyMap<string, DemoPerson> }> {
  const { admin, moderator, buyer } = demoLogins;
  const adminMade = await addPerson(tx, { ...staff.admin, number: admin.number, role: admin.role }, options);
  const moderatorMade = await addPerson(
    tx,
    { ...staff.moderator, number: moderator.number, role: moderator.role },
    options,
  );
  const buyerMade = await addPerson(tx, { ...staff.buyer, number: buyer.number }, options);
  const creators = new Map<string, DemoPerson>();
  for (const [at, creator] of demoCreators.entries()) {
    creators.set(creator.userName, await addCreator(tx, creator, at, options));
  }
  await rank(tx, new Map([...creators].map(([userName, { userId }]) => [userName, userId])));
  return { admin: adminMade, moderator: moderatorMade, buyer: buyerMade, creators };
}
