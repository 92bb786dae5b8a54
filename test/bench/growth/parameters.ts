import type { Asked, Fixture } from './fixture.ts';
import { idOf } from './ids.ts';
import { commonCreator, dayBefore, nowhere, soldProduct, userNameOf } from './values.ts';

type Value = string | number | boolean;
type ValueOf = (fixture: Fixture, at: number) => Value | Promise<Value>;
type Who = NonNullable<Asked['as']>;

/** What calls are asked of: the one with most rows, and each time another one. */
export const subjects: Readonly<Record<string, { readonly most?: Value; readonly other?: ValueOf }>> = {
  userId: { most: idOf.person(1), other: ({ sizes }, at) => idOf.person(commonCreator(sizes.creators, at)) },
  userName: { most: userNameOf(1), other: ({ sizes }, at) => userNameOf(commonCreator(sizes.creators, at)) },
  projectId: { most: idOf.project(1), other: ({ sizes }, at) => idOf.project(commonCreator(sizes.creators, at)) },
  accountId: { most: idOf.account(1) },
  webhookId: { most: idOf.webhook(1) },
  productId: { other: ({ sizes }, at) => idOf.product(soldProduct(sizes.products, at)) },
  orderId: { other: ({ sizes }, at) => idOf.order(Math.floor(sizes.orders / 2) + at) },
  payId: { other: ({ sizes }, at) => idOf.donation(Math.floor(sizes.donations / 2) + at) },
  pickupPointId: { other: (_, at) => 5 + at },
};

/** Who asks for what is of the caller, where it is not the creator with most donations. */
export const whoHasMost: Readonly<Record<string, Who>> = {
  'GET Donate/Given': 'donor',
  'GET Membership/My': 'donor',
  'GET Membership/Received': 'donor',
  'GET Post/Feed': 'donor',
  'GET Notice/Settings': 'donor',
  'GET Order/GetUserBasket': 'buyer',
  'GET Order/UserOders': 'buyer',
  'GET Order/Order': 'moderator',
  'GET Order/Orders': 'moderator',
  'GET Order/Payment': 'moderator',
};

/** Somebody common of the same kind. */
export const commonOf: Partial<Record<Who, Who>> = { creator: 'author', donor: 'member', buyer: 'donor' };

/** Parameters that turn the pages of a list, or the words and form of an answer: they narrow nothing. */
export const unfiltered = new Set([
  'Skip',
  'Take',
  'After',
  'top',
  'most',
  'From',
  'To',
  'TimeZone',
  'Language',
  'proof',
]);

/** Values of filters that are neither a choice nor a yes or no. */
export const filterValues: Readonly<Record<string, readonly Value[]>> = {
  userType: [5],
  UserId: [idOf.person(1)],
  userId: [idOf.person(3)],
  projectId: [idOf.project(1)],
  UserName: [userNameOf(50)],
  BrandUserName: [userNameOf(1)],
  Status: [3, 6],
  PickupPointId: [7],
  CategoryId: [2],
  Months: [36],
};

const someProduct: ValueOf = ({ sizes }, at) => String(Math.floor(sizes.products / 2) + at * 7 + 1);

async function someOrder({ client, sizes }: Fixture, at: number): Promise<string> {
  const { rows } = await client.query<{ number: string }>('select number::text from shop_order where id = $1', [
    idOf.order(Math.floor(sizes.orders / 3) + at),
  ]);
  return rows[0]?.number ?? '';
}

/** Texts of a search that find one row or few, and much. */
export const searches: Readonly<Record<string, Readonly<Record<string, ValueOf>>>> = {
  'GET User/List': {
    'finds one': ({ sizes }, at) => userNameOf(commonCreator(sizes.creators, at)),
    'finds much': () => 'Каримова',
  },
  'GET Moderator/GetUsersList': {
    'finds one': ({ sizes }, at) => userNameOf(Math.floor(sizes.people / 2) + at),
    'finds phones': (_, at) => String(98_900_000 + at * 7_919).slice(0, 7),
    'finds much': () => 'Каримова',
  },
  'GET Moderator/GetUserFieldsByState': { 'finds much': () => 'Каримова' },
  'GET Moderator/Audit': {
    'finds one': ({ sizes }, at) => `номер ${Math.floor(sizes.audits / 2) + at}`,
    'finds much': () => 'RejectUser',
  },
  'GET Donate/My': { 'finds a few': (_, at) => `Друг 1${at}`, 'finds much': () => 'стрим' },
  'GET Order/Orders': { 'finds one': someOrder, 'finds much': () => 'Худи' },
  'GET Product/ProductList': { 'finds one': someProduct, 'finds much': () => 'Худи' },
  'GET Moderator/GetProductsList': { 'finds one': someProduct, 'finds much': () => 'Худи' },
};

/** Of every search. */
export const findsNothing: ValueOf = (_, at) => nowhere(at);

export const someMonth = (at: number) => ({ From: dayBefore(60 + at), To: dayBefore(30 + at) });
