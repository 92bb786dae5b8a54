import { z } from 'zod';
import { everyCall } from '#test/support/every-call.ts';
import type { ApiInput } from '#test/support/start-app.ts';
import { firstSuggestion, joint, type Owner, reward, type Things, target, vote } from './owned-things.ts';

/** The caller, with the other ids that the call needs to reach the thing. */
export interface Asking {
  /** The caller's own things; null for callers without any. */
  readonly mine: Pick<Owner, 'projectId' | 'accountId' | 'key'>;
  /** An open pickup point. */
  readonly point: number;
  /** The user name of a creator whom nobody supports. */
  readonly creator: string;
}

/** A call that names a thing of a user. */
export interface OwnedCall {
  readonly call: string;
  /** The path of the id in the input. */
  readonly member: string;
  readonly thing: keyof Things;
  input(id: string, asking: Asking): ApiInput;
  /** Whether the staff, or admins alone, may ask for things of all users. */
  readonly isForStaff?: true | 'admin';
  /** The answer for another user's and for a missing thing, if the contract declares another one than 404. */
  readonly refusal?: 200 | 400 | 403 | 409;
}

type More = Pick<OwnedCall, 'isForStaff' | 'refusal'>;

const asked = (
  call: string,
  member: string,
  thing: keyof Things,
  input: OwnedCall['input'],
  more: More = {},
): OwnedCall => ({ call, member, thing, input, ...more });

const byQuery = (call: string, member: string, thing: keyof Things, more: More = {}) =>
  asked(call, member, thing, (id) => ({ query: { [member]: id } }), more);

const byBody = (call: string, member: string, thing: keyof Things, beside: object = {}, more: More = {}) =>
  asked(call, member, thing, (id) => ({ body: { [member]: id, ...beside } }), more);

const url = 'http://127.0.0.1:9/hook';
const address = 'Ташкент, улица Навои, 12';
const recipient = { recipientName: 'Бекзод', recipientPhone: '998901234567' };
const post = { title: 'Пост', audience: 'everyone', isPublished: false };
const payout = { amount: 1_000, card: { mask: '8600 •••• •••• 0106' } };

const ofTools: readonly OwnedCall[] = [
  byBody('PUT Integration/Webhook', 'id', 'webhook', { url, events: ['donation.paid'], isOn: true }),
  byQuery('POST Integration/TestWebhook', 'id', 'webhook'),
  byQuery('GET Integration/Deliveries', 'webhookId', 'webhook'),
  byQuery('POST Integration/Redeliver', 'id', 'delivery'),
  byQuery('DELETE Integration/Webhook', 'id', 'webhook'),
  byQuery('DELETE Integration/Token', 'id', 'token'),
  byQuery('DELETE Integration/Granted', 'applicationId', 'application'),
  byQuery('DELETE Integration/Application', 'id', 'application'),
  byQuery('DELETE Donate/Import', 'id', 'history'),
  byBody('PUT Notice/Receiver', 'id', 'receiver', { topics: ['donation'], language: 'ru' }),
  byQuery('DELETE Notice/Receiver', 'id', 'receiver'),
];

const changeAccount = 'GET Project/ChangeAccount';

const ofMoney: readonly OwnedCall[] = [
  asked(changeAccount, 'id', 'project', (id, { mine }) => ({ query: { id, account: mine.accountId } }), {
    refusal: 403,
  }),
  asked(changeAccount, 'account', 'account', (account, { mine }) => ({ query: { id: mine.projectId, account } }), {
    refusal: 403,
  }),
  byQuery('GET Ledger/Statement', 'accountId', 'account'),
  byBody('POST Donate/Thank', 'payId', 'donation'),
  byBody('POST Payout/Request', 'accountId', 'account', payout),
  byQuery('GET Receipt/PayoutAct', 'payoutId', 'payout', { isForStaff: 'admin' }),
  byQuery('POST Payout/Cancel', 'payoutId', 'payout'),
];

const ofMemberships: readonly OwnedCall[] = [
  byBody('PUT Membership/Level', 'levelId', 'level', { name: 'Друг', amount: 10_000 }),
  asked('PUT Membership/LevelOrder', 'levelIds', 'level', (id) => ({ body: { levelIds: [id] } }), { refusal: 409 }),
  byQuery('GET Membership/Charges', 'membershipId', 'membership'),
  byBody('POST Post/Save', 'levelId', 'level', { ...post, audience: 'level' }),
  byBody('PUT Membership/Chat', 'levelId', 'level'),
  byBody('POST Membership/ConnectChat', 'levelId', 'level'),
  byQuery('DELETE Membership/Level', 'levelId', 'level'),
  byBody('POST Membership/AcceptPrice', 'membershipId', 'membership', { amount: 10_000 }),
  byBody('PUT Membership/Terms', 'membershipId', 'membership', { levelId: null, amount: 10_000 }),
  byBody('POST Membership/ChangeCard', 'membershipId', 'membership'),
  byBody('POST Membership/Card', 'cardId', 'card'),
  byBody('POST Membership/Leave', 'membershipId', 'membership'),
  byBody('POST Membership/Resume', 'membershipId', 'membership'),
  byBody('PUT Membership/Mute', 'membershipId', 'membership', { isMuted: true }),
  byBody('POST Membership/Message', 'levelId', 'level', { text: 'Привет' }),
  asked('POST Membership/Create', 'instead.payId', 'membership', (payId, { creator: userName }) => ({
    body: { userName, amount: 10_000, instead: { payId } },
  })),
  byBody('POST Membership/Take', 'giftId', 'gift'),
  byQuery('GET Membership/ChatLink', 'membershipId', 'membership'),
  byQuery('GET Post/Post', 'postId', 'post'),
  byQuery('GET Post/Edit', 'postId', 'post'),
  byBody('POST Post/Save', 'postId', 'post', { ...post, version: 1 }),
  asked('DELETE Post/Delete', 'postId', 'post', (postId) => ({ query: { postId, version: 1 } })),
];

const forStaff = { isForStaff: true } as const;

const ofOrders: readonly OwnedCall[] = [
  byQuery('GET Order/UserOders', 'userId', 'person', forStaff),
  byQuery('GET Order/Orders', 'UserId', 'person', { isForStaff: true, refusal: 200 }),
  byQuery('GET Order/Order', 'orderId', 'order', forStaff),
  byQuery('GET Order/Order', 'orderId', 'basket', forStaff),
  byQuery('GET Order/Payment', 'orderId', 'order', forStaff),
  byBody('POST Order/CreateOrder', 'orderId', 'basket', { items: [], address }),
  byBody('PUT Order/Update', 'orderId', 'basket', { address }, forStaff),
  asked(
    'PUT Order/ChoosePickUp',
    'orderId',
    'order',
    (orderId, { point }) => ({ body: { orderId, pickupPointId: point } }),
    forStaff,
  ),
  byBody('POST Order/CreateOrderPayment', 'orderId', 'order', { ...recipient, expectedTotal: 120_000 }),
  byQuery('POST Order/Cancel', 'orderId', 'order', forStaff),
];

const ofWidgets: readonly OwnedCall[] = [
  asked('PUT Widget/Settings', 'alert.sound', 'sound', (sound) => ({ body: { alert: { sound } } }), { refusal: 400 }),
  asked('PUT Widget/Settings', 'alert.image', 'picture', (image) => ({ body: { alert: { image } } }), { refusal: 400 }),
  asked(
    'POST PersonalAccount/Update',
    'fields.value',
    'picture',
    (value) => ({ body: { fields: [{ name: 'Avatar', value }] } }),
    { refusal: 400 },
  ),
  byQuery('DELETE Widget/Sounds', 'name', 'sound'),
  ...['replay', 'approve', 'reject', 'skip'].map((action) =>
    byBody('POST Widget/Control', 'alertId', 'alert', { action }),
  ),
  asked('POST Widget/Control', 'alertIds', 'alert', (id) => ({ body: { action: 'skip', alertIds: [id] } })),
  asked('POST Widget/Report', 'alertId', 'alert', (alertId, { mine }) => ({
    body: { key: mine.key, source: 'one', alertId, state: 'playing' },
  })),
];

/** All such calls, in an order in which the owner can make each; the last one ends the session. */
export const ownedCalls: readonly OwnedCall[] = [
  ...ofWidgets,
  ...ofMoney,
  ...ofMemberships,
  ...ofOrders,
  ...ofTools,
  byBody('POST Vote/Save', 'voteId', 'vote', { ...vote, revision: 1 }),
  byBody('POST Vote/DecideSuggestion', 'voteId', 'vote', { suggestionId: firstSuggestion, decision: 'accept' }),
  byBody('POST Target/Save', 'targetId', 'target', { ...target, revision: 1 }),
  byBody('POST Reward/Save', 'rewardId', 'reward', { ...reward, revision: 1, seenStock: reward.stock }),
  byQuery('GET Reward/Owed', 'rewardId', 'reward'),
  // A reward of others is not among those that are listed.
  byQuery('GET Reward/Taken', 'rewardId', 'reward', { refusal: 200 }),
  asked('POST Reward/Give', 'donationIds', 'taker', (id) => ({ body: { donationIds: [id], isGiven: true } })),
  byBody('POST Draw/Hold', 'drawId', 'won'),
  byBody('POST Draw/Pass', 'drawId', 'won', { place: 1 }),
  byBody('POST Draw/Answer', 'drawId', 'won', { answer: 'Телеграм @anna' }),
  byBody('POST Draw/Give', 'drawId', 'won', { place: 2, isGiven: true }),
  byBody('POST Draw/Cancel', 'drawId', 'draw', { reason: 'Приз не приехал' }),
  byBody('POST Clock/Control', 'clockId', 'clock', { act: 'end', revision: 1 }),
  asked('POST Joint/Save', 'jointId', 'joint', (jointId, { creator: userName }) => ({
    body: { ...joint, jointId, revision: 1, members: [{ userName, percent: 40 }] },
  })),
  byBody('POST Joint/Agree', 'jointId', 'invitation', { revision: 1, agrees: true }),
  byBody('POST Joint/Start', 'jointId', 'joint', { revision: 2 }),
  byBody('POST Joint/End', 'jointId', 'joint'),
  byQuery('DELETE Identity/Session', 'id', 'session'),
];

/** Ids in calls of users and widgets that belong to no one: every caller may name them. */
const sharedIds = new Set([
  'POST Order/CreateOrder items.productId',
  'PUT Order/Update items.productId',
  'POST Order/CreateOrder seen.productId',
  'PUT Order/Update seen.productId',
  'POST Order/CreateOrderPayment donation.projectId',
  // Everybody sees the levels of a creator.
  'POST Membership/Create levelId',
  'PUT Membership/Terms levelId',
  // Everybody sees the draws of a creator.
  'GET Draw/Mine drawId',
  // The creator whom the caller's own memberships support.
  'GET Membership/My projectId',
  // Everybody gives months of a level, and sees gifted months.
  'POST Membership/Gift levelId',
  'GET Membership/GiftPart giftId',
  'POST Membership/Enter giftId',
  // Everybody gives pieces of a product; what others have got cannot be ordered.
  'GET Gift/Terms productId',
  'POST Gift/Pieces productId',
  'POST Gift/Order giftId',
]);

type Described = z.core.JSONSchema.BaseSchema;

function idMembers(schema: Described, path = ''): string[] {
  const parts = [
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...(Array.isArray(schema.items) ? [] : [schema.items]),
  ];
  const inside = parts.flatMap((part) => (typeof part === 'object' ? idMembers(part, path) : []));
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, part]) =>
    typeof part === 'object' ? idMembers(part, path === '' ? name : `${path}.${name}`) : [],
  );
  return [...(schema.format === 'uuid' ? [path] : []), ...inside, ...members];
}

/** Ids in calls of users and widgets that this list does not cover; must be empty. */
export function unaskedIds(): string[] {
  const asked = new Set(ownedCalls.map(({ call, member }) => `${call} ${member}`));
  return everyCall
    .filter(({ access }) => access === 'user' || access === 'key')
    .flatMap((call) =>
      [call.query, call.body].flatMap((part) =>
        part === undefined
          ? []
          : idMembers(z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' })).map(
              (member) => `${call.method} ${call.path} ${member}`,
            ),
      ),
    )
    .filter((id) => !asked.has(id) && !sharedIds.has(id));
}
