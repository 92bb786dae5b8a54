import type { CountryProfile } from '#app/country.ts';
import { createCreator, publishField, setNames, setVerified } from '#app/creators/creators.server.ts';
import type { PublishedField } from '#app/creators/published-fields.ts';
import { lockRanking, writeRanking } from '#app/creators/ranking-store.server.ts';
import { makePerson } from '#app/identity/identity.server.ts';
import type { PreparePerson } from '#app/identity/identity-services.server.ts';
import type { Role } from '#app/identity/roles.ts';
import { openAccount } from '#app/ledger/ledger.server.ts';
import { openWidgets } from '#app/widgets/widgets.server.ts';
import type { Tx } from '#base/db.server.ts';
import { fromMain } from '#base/money.ts';
import { type DemoCreator, demoCreators } from './creators.ts';
import { demoLogins, demoPhone } from './logins.ts';
import type { DrawnPictures } from './pictures/drawn-pictures.ts';

/** Somebody of the demo world as the other parts of it need him. */
export interface DemoPerson {
  readonly userId: string;
  readonly projectId: string;
  readonly accountId: string;
}

/** What people are made with. */
export interface PeopleOptions {
  readonly country: CountryProfile;
  /** The program's secret, which seals the keys of widgets. */
  readonly secret: string;
  /** The PHC string of the password of those whose login is printed. */
  readonly passwordHash: string;
  /** By user name. */
  readonly pictures: ReadonlyMap<string, DrawnPictures>;
  /** The moment that everything is counted back from. */
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
  admin: { userName: 'madaminov', givenName: 'Акбар', surName: 'Мадаминов', joinedDaysAgo: 600 },
  moderator: { userName: 'yulia.moder', givenName: 'Юлия', surName: 'Ким', joinedDaysAgo: 560 },
  buyer: { userName: 'bekzod', givenName: 'Бекзод', surName: 'Олимов', joinedDaysAgo: 160 },
} as const;

/** The first phone of creators without a printed login. */
const firstOtherNumber = 11;

async function addPerson(tx: Tx, person: NewDemoPerson, options: PeopleOptions): Promise<DemoPerson> {
  const { number, userName, givenName, surName, role = 'user', joinedDaysAgo } = person;
  const createdAt = new Date(options.now.getTime() - joinedDaysAgo * dayMilliseconds);
  const prepare: PreparePerson = async (within, { userId }) => {
    const accountId = await openAccount(within, { personId: userId, name: 'Основной счёт' });
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

function fieldsOf(creator: DemoCreator, pictures: DrawnPictures | undefined): [PublishedField, string][] {
  const { types, about, links, hidesName } = creator;
  const texts: Partial<Record<PublishedField, string | null | undefined>> = {
    UserType: JSON.stringify(types),
    HideFullName: hidesName ? 'true' : null,
    About: about,
    Avatar: pictures?.avatar,
    Banner: pictures?.banner,
    ...links,
  };
  const names: PublishedField[] = ['UserType', 'HideFullName', 'About', 'Avatar', 'Banner'];
  const linkNames: PublishedField[] = [
    'InsLink',
    'TgLink',
    'FbLink',
    'YoutubeLink',
    'TwitchLink',
    'TwitterLink',
    'WebLink',
  ];
  return [...names, ...linkNames].flatMap((name) => {
    const value = texts[name];
    return value ? [[name, value] satisfies [PublishedField, string]] : [];
  });
}

async function addCreator(tx: Tx, creator: DemoCreator, at: number, options: PeopleOptions): Promise<DemoPerson> {
  const number = at === 0 ? demoLogins.creator.number : firstOtherNumber + at - 1;
  const { userName, givenName, surName, patronymic, isVerified, goal, joinedDaysAgo } = creator;
  const person = await addPerson(tx, { number, userName, givenName, surName, joinedDaysAgo }, options);
  if (patronymic !== null) await setNames(tx, person.userId, { patronymic });
  for (const [name, value] of fieldsOf(creator, options.pictures.get(userName))) {
    await publishField(tx, person.userId, name, value);
  }
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

/** Makes everybody of the demo world: an admin, a moderator, a buyer and the creators, ranked. */
export async function addPeople(
  tx: Tx,
  options: PeopleOptions,
): Promise<{ buyer: DemoPerson; creators: ReadonlyMap<string, DemoPerson> }> {
  const { admin, moderator, buyer } = demoLogins;
  await addPerson(tx, { ...staff.admin, number: admin.number, role: admin.role }, options);
  await addPerson(tx, { ...staff.moderator, number: moderator.number, role: moderator.role }, options);
  const buyerMade = await addPerson(tx, { ...staff.buyer, number: buyer.number }, options);
  const creators = new Map<string, DemoPerson>();
  for (const [at, creator] of demoCreators.entries()) {
    creators.set(creator.userName, await addCreator(tx, creator, at, options));
  }
  await rank(tx, new Map([...creators].map(([userName, { userId }]) => [userName, userId])));
  return { buyer: buyerMade, creators };
}
