import { z } from 'zod';
import type { ApiInput } from '#test/support/start-app.ts';
import { everyCall } from './every-call.ts';
import type { Owner, Things } from './owned-things.ts';

/** The caller, with the other ids that the call needs to reach the thing. */
export interface Asking {
  /** The caller's own things; null for callers without any. */
  readonly mine: Pick<Owner, 'projectId' | 'accountId' | 'key'>;
  /** An open pickup point. */
  readonly point: number;
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

const byQuery = (call: string, member: string, thing: keyof Things, more: Partial<OwnedCall> = {}): OwnedCall => ({
  call,
  member,
  thing,
  ...more,
  input: (id) => ({ query: { [member]: id } }),
});

const url = 'http://127.0.0.1:9/hook';
const address = 'Ташкент, улица Навои, 12';

const ofTools: readonly OwnedCall[] = [
  {
    call: 'PUT Integration/Webhook',
    member: 'id',
    thing: 'webhook',
    input: (id) => ({ body: { id, url, events: ['donation.paid'], isOn: true } }),
  },
  byQuery('POST Integration/TestWebhook', 'id', 'webhook'),
  byQuery('GET Integration/Deliveries', 'webhookId', 'webhook'),
  byQuery('POST Integration/Redeliver', 'id', 'delivery'),
  byQuery('DELETE Integration/Webhook', 'id', 'webhook'),
  byQuery('DELETE Integration/Token', 'id', 'token'),
  byQuery('DELETE Donate/Import', 'id', 'history'),
  {
    call: 'PUT Notice/Receiver',
    member: 'id',
    thing: 'receiver',
    input: (id) => ({ body: { id, topics: ['donation'], language: 'ru' } }),
  },
  byQuery('DELETE Notice/Receiver', 'id', 'receiver'),
];

const ofMoney: readonly OwnedCall[] = [
  {
    call: 'GET Project/ChangeAccount',
    member: 'id',
    thing: 'project',
    refusal: 403,
    input: (id, { mine }) => ({ query: { id, account: mine.accountId } }),
  },
  {
    call: 'GET Project/ChangeAccount',
    member: 'account',
    thing: 'account',
    refusal: 403,
    input: (account, { mine }) => ({ query: { id: mine.projectId, account } }),
  },
  byQuery('GET Ledger/Statement', 'accountId', 'account'),
  { call: 'POST Donate/Thank', member: 'payId', thing: 'donation', input: (payId) => ({ body: { payId } }) },
  {
    call: 'POST Payout/Request',
    member: 'accountId',
    thing: 'account',
    input: (accountId) => ({ body: { accountId, amount: 1_000, card: { mask: '8600 •••• •••• 0106' } } }),
  },
  byQuery('GET Receipt/PayoutAct', 'payoutId', 'payout', { isForStaff: 'admin' }),
  byQuery('POST Payout/Cancel', 'payoutId', 'payout'),
];

const byBody = (call: string, member: string, thing: keyof Things, more: object = {}): OwnedCall => ({
  call,
  member,
  thing,
  input: (id) => ({ body: { [member]: id, ...more } }),
});

const ofMemberships: readonly OwnedCall[] = [
  byBody('PUT Membership/Level', 'levelId', 'level', { name: 'Друг', amount: 10_000 }),
  {
    call: 'PUT Membership/LevelOrder',
    member: 'levelIds',
    thing: 'level',
    refusal: 409,
    input: (levelId) => ({ body: { levelIds: [levelId] } }),
  },
  byQuery('GET Membership/Charges', 'membershipId', 'membership'),
  byQuery('DELETE Membership/Level', 'levelId', 'level'),
  byBody('POST Membership/AcceptPrice', 'membershipId', 'membership', { amount: 10_000 }),
  byBody('POST Membership/ChangeCard', 'membershipId', 'membership'),
  byBody('POST Membership/Card', 'cardId', 'card'),
  byBody('POST Membership/Leave', 'membershipId', 'membership'),
  byBody('POST Membership/Resume', 'membershipId', 'membership'),
  byBody('PUT Membership/Mute', 'membershipId', 'membership', { isMuted: true }),
  byBody('POST Membership/Message', 'levelId', 'level', { text: 'Привет' }),
];

const ofOrders: readonly OwnedCall[] = [
  byQuery('GET Order/UserOders', 'userId', 'person', { isForStaff: true }),
  byQuery('GET Order/Orders', 'UserId', 'person', { isForStaff: true, refusal: 200 }),
  byQuery('GET Order/Order', 'orderId', 'order', { isForStaff: true }),
  byQuery('GET Order/Order', 'orderId', 'basket', { isForStaff: true }),
  byQuery('GET Order/Payment', 'orderId', 'order', { isForStaff: true }),
  {
    call: 'POST Order/CreateOrder',
    member: 'orderId',
    thing: 'basket',
    input: (orderId) => ({ body: { orderId, items: [], address } }),
  },
  {
    call: 'PUT Order/Update',
    member: 'orderId',
    thing: 'basket',
    isForStaff: true,
    input: (orderId) => ({ body: { orderId, address } }),
  },
  {
    call: 'PUT Order/ChoosePickUp',
    member: 'orderId',
    thing: 'order',
    isForStaff: true,
    input: (orderId, { point }) => ({ body: { orderId, pickupPointId: point } }),
  },
  {
    call: 'POST Order/CreateOrderPayment',
    member: 'orderId',
    thing: 'order',
    input: (orderId) => ({
      body: { orderId, recipientName: 'Бекзод', recipientPhone: '998901234567', expectedTotal: 120_000 },
    }),
  },
  byQuery('POST Order/Cancel', 'orderId', 'order', { isForStaff: true }),
];

const ofWidgets: readonly OwnedCall[] = [
  {
    call: 'PUT Widget/Settings',
    member: 'alert.sound',
    thing: 'sound',
    refusal: 400,
    input: (sound) => ({ body: { alert: { sound } } }),
  },
  {
    call: 'PUT Widget/Settings',
    member: 'alert.image',
    thing: 'picture',
    refusal: 400,
    input: (image) => ({ body: { alert: { image } } }),
  },
  {
    call: 'POST PersonalAccount/Update',
    member: 'fields.value',
    thing: 'picture',
    refusal: 400,
    input: (value) => ({ body: { fields: [{ name: 'Avatar', value }] } }),
  },
  byQuery('DELETE Widget/Sounds', 'name', 'sound'),
  ...['replay', 'approve', 'reject', 'skip'].map(
    (action): OwnedCall => ({
      call: 'POST Widget/Control',
      member: 'alertId',
      thing: 'alert',
      input: (alertId) => ({ body: { action, alertId } }),
    }),
  ),
  {
    call: 'POST Widget/Control',
    member: 'alertIds',
    thing: 'alert',
    input: (alertId) => ({ body: { action: 'skip', alertIds: [alertId] } }),
  },
  {
    call: 'POST Widget/Report',
    member: 'alertId',
    thing: 'alert',
    input: (alertId, { mine }) => ({ body: { key: mine.key, source: 'one', alertId, state: 'playing' } }),
  },
];

/** All such calls, in an order in which the owner can make each; the last one ends the session. */
export const ownedCalls: readonly OwnedCall[] = [
  ...ofWidgets,
  ...ofMoney,
  ...ofMemberships,
  ...ofOrders,
  ...ofTools,
  byQuery('DELETE Identity/Session', 'id', 'session'),
];

/** Ids in calls of users and widgets that belong to no one: every caller may name them. */
const sharedIds = new Set([
  'POST Order/CreateOrder items.productId',
  'PUT Order/Update items.productId',
  'POST Order/CreateOrder seen.productId',
  'PUT Order/Update seen.productId',
  'POST Order/CreateOrderPayment donation.projectId',
]);

type Described = z.core.JSONSchema.BaseSchema;

/** The paths of ids in a schema. */
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
