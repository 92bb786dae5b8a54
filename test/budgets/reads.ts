import type { Asked } from './asked.ts';

export interface Read {
  /** Statements of one uncached answer, regardless of its number of rows. */
  readonly statements: number;
  readonly as: 'guest' | 'person' | 'moderator' | 'admin';
  readonly query?: (asked: Asked) => Readonly<Record<string, unknown>>;
  readonly params?: (asked: Asked) => Readonly<Record<string, unknown>>;
}

type Query = NonNullable<Read['query']>;

const lines: Query = ({ take }) => ({ Take: take });
/** A page of posts has at most twenty. */
const posts: Query = ({ take }) => ({ Take: Math.min(take, 20) });
const user: Query = ({ person }) => ({ userId: person.userId });
const name: Query = ({ userName }) => ({ userName });
const project: Query = ({ person }) => ({ projectId: person.projectId });
const donation: Query = ({ payId }) => ({ payId });
const product: Query = ({ productId }) => ({ productId });
const order: Query = ({ orderId }) => ({ orderId });
const both =
  (...parts: Query[]): Query =>
  (asked) =>
    Object.assign({}, ...parts.map((part) => part(asked)));

/** Every call that reads, by its name in the contract. */
export const reads: Readonly<Record<string, Read>> = {
  'GET Identity/CheckPhone': { statements: 2, as: 'guest', query: ({ person }) => ({ phone: person.phone }) },
  'GET User/GetByName': { statements: 1, as: 'guest', query: name },
  'GET User/Get': { statements: 1, as: 'guest', query: user },
  'GET User/List': { statements: 2, as: 'guest', query: lines },
  'GET ProjectPay/Status': { statements: 2, as: 'guest', query: donation },
  'GET ProjectPay/Success': { statements: 5, as: 'guest', query: donation },
  'GET ProjectPay/List': { statements: 4, as: 'guest', query: both(project, lines) },
  'GET ProjectPay/Top': { statements: 3, as: 'guest', query: both(project, ({ take }) => ({ top: take })) },
  'GET ProjectPay/Delivery': { statements: 2, as: 'guest', query: donation },
  'GET Donate/Settings': { statements: 1, as: 'guest' },
  'GET Site/Page': { statements: 3, as: 'guest', query: ({ take }) => ({ page: take > 1 ? 'help' : 'fees' }) },
  'GET Site/Settings': { statements: 1, as: 'admin' },
  'GET Site/Texts': { statements: 1, as: 'admin', query: () => ({ page: 'fees' }) },
  'GET Product/CategoryList': { statements: 1, as: 'guest' },
  'GET Product/ProductList': { statements: 3, as: 'guest', query: lines },
  'GET Product/Product': { statements: 3, as: 'guest', query: product },
  'GET Product/Similar': { statements: 2, as: 'guest', query: product },
  'GET Product/ProductListByCategory': {
    statements: 3,
    as: 'guest',
    query: ({ take }) => ({ Take: take }),
  },
  'GET Attribute/SizeList': { statements: 1, as: 'guest' },
  'GET Attribute/ColorList': { statements: 1, as: 'guest' },
  'GET Region': { statements: 1, as: 'guest' },
  'GET PickUp': { statements: 1, as: 'guest', query: ({ take }) => (take > 1 ? {} : { search: 'Самарканд' }) },
  'GET PickUp/{id}': { statements: 1, as: 'guest', params: ({ pickUpId }) => ({ id: pickUpId }) },
  'GET Order/PromoCodes': { statements: 2, as: 'moderator', query: lines },
  'GET Delivery/Rates': { statements: 1, as: 'guest' },
  'GET Config': { statements: 1, as: 'guest' },
  'GET Widget/Goal': { statements: 1, as: 'guest', query: project },
  'GET Widget/Live': { statements: 2, as: 'guest', query: project },
  'GET Widget/Look': { statements: 2, as: 'guest', query: project },
  'GET Widget/Votes': { statements: 2, as: 'guest', query: ({ widgetKey }) => ({ key: widgetKey }) },
  'GET Widget/Targets': { statements: 2, as: 'guest', query: ({ widgetKey }) => ({ key: widgetKey }) },
  'GET Widget/Clock': { statements: 2, as: 'guest', query: ({ widgetKey }) => ({ key: widgetKey }) },
  'GET Widget/Draws': { statements: 6, as: 'guest', query: ({ widgetKey }) => ({ key: widgetKey }) },
  'GET Widget/Statistics': { statements: 9, as: 'guest', query: ({ widgetKey }) => ({ key: widgetKey }) },
  'GET Identity/Sessions': { statements: 1, as: 'person' },
  'GET PersonalAccount/Get': { statements: 4, as: 'person' },
  'GET PersonalAccount/GetAccounts': { statements: 2, as: 'person' },
  'GET PersonalAccount/ArchiveState': { statements: 1, as: 'person' },
  'GET PersonalAccount/CheckUserName': { statements: 4, as: 'person', query: () => ({ userName: 'somebody' }) },
  'GET Donate/My': { statements: 3, as: 'person', query: lines },
  'GET Donate/Given': { statements: 3, as: 'person', query: lines },
  'GET Donate/Imports': { statements: 3, as: 'person' },
  'GET Donate/Imported': { statements: 2, as: 'person', query: lines },
  'GET Donate/Statistics': { statements: 5, as: 'person' },
  'GET Donate/Export': { statements: 3, as: 'person' },
  'GET Ledger/Statement': {
    statements: 5,
    as: 'person',
    query: both(lines, ({ person }) => ({ accountId: person.accountId })),
  },
  'GET Payout/My': { statements: 2, as: 'person', query: lines },
  'GET Payout/TaxNumber': { statements: 1, as: 'person' },
  'GET Receipt': { statements: 7, as: 'person', query: ({ payId }) => ({ payId }) },
  'GET Receipt/PayoutAct': { statements: 3, as: 'person', query: ({ payoutId }) => ({ payoutId }) },
  'GET Embed/Sites': { statements: 2, as: 'person' },
  'GET Integration/Tokens': { statements: 1, as: 'person' },
  'GET Integration/Webhooks': { statements: 1, as: 'person' },
  'GET Notice/Settings': { statements: 1, as: 'person' },
  'GET Vote/List': { statements: 2, as: 'guest', query: both(name, lines) },
  'GET Target/List': { statements: 2, as: 'guest', query: both(name, lines) },
  'GET Reward/List': { statements: 2, as: 'guest', query: both(name, lines) },
  'GET Reward/Owed': { statements: 4, as: 'person', query: both(lines, () => ({ state: 'all' })) },
  'GET Reward/Taken': { statements: 2, as: 'person' },
  'GET Draw/List': { statements: 3, as: 'guest', query: both(name, lines) },
  'GET Draw/Get': { statements: 5, as: 'guest', query: ({ drawId }) => ({ drawId }) },
  'GET Draw/Tickets': { statements: 3, as: 'guest', query: ({ drawId }) => ({ drawId }) },
  'GET Draw/Mine': { statements: 4, as: 'person', query: ({ drawId }) => ({ drawId }) },
  'GET Draw/Won': { statements: 1, as: 'person' },
  'GET Draw/Places': { statements: 6, as: 'person', query: lines },
  'GET Clock/Get': { statements: 2, as: 'guest', query: name },
  'GET Membership/Levels': { statements: 3, as: 'guest', query: name },
  'GET Membership/OwnLevels': { statements: 3, as: 'person' },
  'GET Membership/My': { statements: 5, as: 'person', query: lines },
  'GET Membership/Charges': {
    statements: 3,
    as: 'person',
    query: both(lines, ({ membershipId }) => ({ membershipId })),
  },
  'GET Membership/Gifted': { statements: 7, as: 'guest', query: ({ giftId }) => ({ giftId }) },
  'GET Membership/GiftTickets': { statements: 3, as: 'guest', query: ({ giftId }) => ({ giftId }) },
  'GET Membership/GiftPart': { statements: 4, as: 'person', query: ({ giftId }) => ({ giftId }) },
  'GET Membership/Gifts': { statements: 6, as: 'person', query: lines },
  'GET Membership/Members': { statements: 4, as: 'person', query: lines },
  'GET Membership/Messages': { statements: 6, as: 'person', query: lines },
  'GET Membership/Received': { statements: 3, as: 'person', query: lines },
  'GET Membership/Revenue': { statements: 5, as: 'person' },
  'GET Membership/Export': { statements: 3, as: 'person' },
  'GET Post/List': { statements: 3, as: 'guest', query: both(name, posts) },
  'GET Post/Feed': { statements: 4, as: 'person', query: posts },
  'GET Post/Post': { statements: 5, as: 'guest', query: ({ postId }) => ({ postId }) },
  'GET Post/Picture': { statements: 4, as: 'guest', query: ({ pictureName }) => ({ name: pictureName }) },
  'GET Post/Audio': { statements: 3, as: 'guest', query: ({ audioName }) => ({ name: audioName }) },
  'GET Post/AudioAddress': { statements: 3, as: 'person', query: ({ audioName }) => ({ name: audioName }) },
  'GET Post/AudioRoom': { statements: 2, as: 'person', query: () => ({ bytes: 1_000 }) },
  'GET Post/Own': { statements: 2, as: 'person', query: posts },
  'GET Post/Edit': { statements: 2, as: 'person', query: ({ postId }) => ({ postId }) },
  'GET Moderator/Posts': { statements: 2, as: 'moderator', query: posts },
  'GET Moderator/MemberMessages': { statements: 2, as: 'moderator', query: lines },
  'GET Moderator/MembershipRevenue': { statements: 4, as: 'moderator' },
  'GET Moderator/Memberships': { statements: 5, as: 'moderator', query: both(lines, () => ({ State: 'Active' })) },
  'GET Integration/Deliveries': {
    statements: 3,
    as: 'person',
    query: both(lines, ({ webhookId }) => ({ webhookId })),
  },
  'GET Order/GetUserBasket': { statements: 2, as: 'person' },
  'GET Order/UserOders': { statements: 2, as: 'person', query: both(user, lines) },
  'GET Order/Order': { statements: 1, as: 'person', query: order },
  'GET Order/Payment': { statements: 3, as: 'person', query: order },
  'GET Widget/Sounds': { statements: 2, as: 'person' },
  'GET Widget/Settings': { statements: 4, as: 'person' },
  'GET Widget/Queue': { statements: 4, as: 'person' },
  'GET User/Ranking': { statements: 2, as: 'moderator' },
  'GET Moderator/GetUserByName': { statements: 5, as: 'moderator', query: name },
  'GET Moderator/GetUser': { statements: 4, as: 'moderator', query: user },
  'GET Moderator/GetUsersList': { statements: 4, as: 'moderator', query: lines },
  'GET Moderator/UserSessions': { statements: 2, as: 'moderator', query: user },
  'GET Moderator/UserDonations': {
    statements: 6,
    as: 'moderator',
    query: both(user, lines, () => ({ kind: 'received' })),
  },
  'GET Moderator/GetUserFieldsByState': {
    statements: 5,
    as: 'moderator',
    query: both(lines, () => ({ State: 'Awaiting' })),
  },
  'GET Moderator/UserHistory': { statements: 5, as: 'moderator', query: both(user, lines) },
  'GET Moderator/Counts': { statements: 5, as: 'moderator' },
  'GET Moderator/Dashboard': { statements: 6, as: 'moderator' },
  'GET Moderator/Audit': { statements: 3, as: 'moderator', query: lines },
  'GET Moderator/Payments': { statements: 7, as: 'moderator', query: both(lines, () => ({ State: 'paid' })) },
  'GET Moderator/GetProduct': { statements: 2, as: 'moderator', query: product },
  'GET Moderator/GetProductsList': { statements: 3, as: 'moderator', query: lines },
  'GET Order/Orders': { statements: 2, as: 'moderator', query: lines },
  'GET Order/AtPickUp': {
    statements: 2,
    as: 'moderator',
    query: both(lines, ({ pickUpId }) => ({ pickupPointId: pickUpId })),
  },
  'GET Order/Export': { statements: 1, as: 'moderator' },
  'GET Payment/RefundCabinet': { statements: 0, as: 'moderator' },
  'GET Payment/Comparison': { statements: 2, as: 'admin' },
  'GET Receipt/TaxDefaults': { statements: 1, as: 'admin' },
  'GET Receipt/TaxCodes': { statements: 1, as: 'moderator', query: () => ({ Search: 'футболка' }) },
  'GET Receipt/TaxCodeList': { statements: 1, as: 'moderator' },
  'GET Receipt/Missing': { statements: 2, as: 'moderator' },
  'GET Payout/List': { statements: 5, as: 'admin', query: both(lines, () => ({ State: 'Paid' })) },
};
