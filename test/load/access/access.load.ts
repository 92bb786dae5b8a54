import fc from 'fast-check';
import { afterAll, beforeAll, test } from 'vitest';
import { z } from 'zod';
import type { Call } from '#base/calls/call.ts';
import { prove } from '#test/load/prove.ts';
import { inputsOf } from '#test/support/arbitrary-input.ts';
import { everyCall } from '#test/support/every-call.ts';
import { newCategory } from '#test/support/merch-fixture.ts';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { type ApiAnswer, type ApiInput, startApp, type TestApp, testSecrets } from '#test/support/start-app.ts';
import { type Asking, type OwnedCall, ownedCalls, unaskedIds } from './owned-calls.ts';
import { makeOwner, type Owner, publish, reward, type Things, target, vote } from './owned-things.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ env: { LIMITS: 'off' } });
});
afterAll(() => app.close());

/** A caller that asks for things of another user. */
interface Stranger {
  readonly kind: 'guest' | 'user' | 'creator' | 'moderator' | 'admin' | 'blocked';
  readonly token: string | undefined;
  readonly mine: Asking['mine'] | null;
}

const callsByName = new Map(everyCall.map((call) => [`${call.method} ${call.path}`, call]));

const noThings = { projectId: '', accountId: '', key: '' };

/** An unused id of the same form. */
function missingId(thing: keyof Things): string {
  const isName = thing === 'sound' || thing === 'picture';
  return isName ? Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64url') : crypto.randomUUID();
}

/** Everything that could distinguish two answers, without the id that they repeat. */
function comparable({ status, headers, body }: ApiAnswer, id: string): string {
  const compared = [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
  return JSON.stringify({ status, compared, body }).replaceAll(id, '<id>');
}

class Asker {
  /** Things of others that were returned, and own ones that were refused. */
  readonly wrong: string[] = [];
  readonly extra: string[] = [];
  asked = 0;
  readonly #app: TestApp;
  readonly #open: Omit<Asking, 'mine'>;

  constructor(app: TestApp, open: Omit<Asking, 'mine'>) {
    this.#app = app;
    this.#open = open;
  }

  #ask(owned: OwnedCall, id: string, who: { token: string | undefined; mine: Asking['mine'] | null }) {
    this.asked += 1;
    const input = owned.input(id, { mine: who.mine ?? noThings, ...this.#open });
    const isByKey = callsByName.get(owned.call)?.access === 'key';
    return this.#app.request(owned.call, input, who.token === undefined || isByKey ? {} : { token: who.token });
  }

  async askAsStranger(owned: OwnedCall, owner: Owner, stranger: Stranger): Promise<void> {
    const { call, thing, refusal = 404, isForStaff = false } = owned;
    const isByKey = callsByName.get(call)?.access === 'key';
    if ((isByKey || call === 'GET Project/ChangeAccount') && stranger.mine === null) return;
    const id = owner.things[thing];
    const missing = missingId(thing);
    const foreign = await this.#ask(owned, id, stranger);
    const none = await this.#ask(owned, missing, stranger);
    const name = `${call} ${owned.member} as ${stranger.kind}`;
    const isOpen = callsByName.get(call)?.access === 'guest';
    if (!isOpen && (stranger.kind === 'guest' || stranger.kind === 'blocked')) {
      if (!isByKey && foreign.status !== 401) this.wrong.push(`${name}: ${foreign.status}`);
      return;
    }
    const staff = isForStaff === 'admin' ? ['admin'] : ['moderator', 'admin'];
    if (isForStaff && staff.includes(stranger.kind)) {
      if (![200, 409].includes(foreign.status)) this.wrong.push(`${name}: ${foreign.status}`);
      this.#compareWithSchema(call, foreign);
      return;
    }
    const isSame = comparable(foreign, id) === comparable(none, missing);
    const isTold = JSON.stringify(foreign.body).includes(owner.things.order);
    if (foreign.status !== refusal || !isSame || isTold) {
      this.wrong.push(
        `${name}: ${foreign.status}, and ${none.status} for a missing one${isSame ? '' : ', not the same'}`,
      );
    }
  }

  /** The owner gets the thing; otherwise a call that refuses everything would pass. */
  async askAsOwner(owned: OwnedCall, owner: Owner): Promise<void> {
    const answer = await this.#ask(owned, owner.things[owned.thing], { token: owner.token, mine: owner });
    const name = `${owned.call} ${owned.member} as its owner`;
    if (![200, 409].includes(answer.status)) {
      this.wrong.push(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    this.#compareWithSchema(owned.call, answer);
  }

  /** An answer holds no member that its schema lacks. */
  #compareWithSchema(name: string, { status, body }: ApiAnswer): void {
    const schema = callsByName.get(name)?.answer;
    const { data } = z.object({ data: z.unknown() }).safeParse(body).data ?? {};
    if (status !== 200 || schema === undefined || data === undefined) return;
    const known = z.encode(schema, z.decode(schema, data));
    if (JSON.stringify(known) !== JSON.stringify(data))
      this.extra.push(`${name}: ${JSON.stringify(data).slice(0, 200)}`);
  }
}

const withPoint = z.object({ data: z.object({ id: z.number() }) });

async function openPoint(app: TestApp, { token }: SignedIn): Promise<number> {
  const place = { address: 'Ташкент, площадь Чорсу, 1', latitude: 41.3265, longitude: 69.2347 };
  const body = { name: 'Пункт на Чорсу', regionId: 1, ...place };
  return withPoint.parse((await app.request('POST PickUp', { body }, { token })).body).data.id;
}

async function makeStrangers(app: TestApp, moderator: SignedIn): Promise<Stranger[]> {
  const user = await makeOwner(app);
  const creator = await makeOwner(app, 'matrix_stranger');
  const admin = await signIn(app.db, testSecrets.jwt, { role: 'admin' });
  const blocked = await signIn(app.db, testSecrets.jwt);
  const reason = 'за спам';
  await app.request('PUT Moderator/BlockUser', { query: { userId: blocked.userId, reason } }, { token: admin.token });
  return [
    { kind: 'guest', token: undefined, mine: null },
    { kind: 'user', token: user.token, mine: user },
    { kind: 'creator', token: creator.token, mine: creator },
    { kind: 'moderator', token: moderator.token, mine: null },
    { kind: 'admin', token: admin.token, mine: null },
    { kind: 'blocked', token: blocked.token, mine: null },
  ];
}

test('15: a foreign thing is the same 404 as a missing one', async () => {
  const moderator = await signIn(app.db, testSecrets.jwt, { role: 'moderator' });
  const creator = 'matrix_lonely';
  await publish(app, await signIn(app.db, testSecrets.jwt, { userName: creator }));
  const asker = new Asker(app, { point: await openPoint(app, moderator), creator });
  const strangers = await makeStrangers(app, moderator);
  for (const owner of [await makeOwner(app, 'matrix_owner'), await makeOwner(app)]) {
    for (const owned of ownedCalls) {
      for (const stranger of strangers) await asker.askAsStranger(owned, owner, stranger);
    }
    for (const owned of ownedCalls) await asker.askAsOwner(owned, owner);
  }
  prove(15, {
    promise:
      'every call that names a thing of a user × every other kind of caller: the same answer, to the byte, as for a missing thing; its owner gets it',
    none: {
      wrong: asker.wrong,
      'members beyond the schema': asker.extra,
      "no call asks for another user's": unaskedIds(),
    },
    met: { asked: [asker.asked, 500] },
  });
});

/** Replaces random parts of an input, so that the requested thing is missing and everything else is valid. */
type Instead = ReadonlyMap<string, (given: unknown) => unknown>;

const isId = (value: unknown) => typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(value);
const nameOfNothing = () => Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64url');
const numberOfNothing = () => 2_000_000_000;

const instead: Instead = new Map<string, (given: unknown) => unknown>(
  Object.entries({
    id: (given: unknown) => (isId(given) ? crypto.randomUUID() : numberOfNothing()),
    pickupPointId: numberOfNothing,
    userName: () => 'nobody_has_this',
    name: () => nameOfNothing(),
    url: () => 'http://127.0.0.1:9/hook',
    recipientPhone: () => '998901234567',
    recipientName: () => 'Бекзод',
    address: () => 'Ташкент, улица Навои, 12',
    amount: () => 10_000,
    price: () => 10_000,
    expectedTotal: () => 10_000,
    mask: () => '8600 •••• •••• 0106',
    phone: () => '998901234567',
    reason: () => 'Проверка',
    reference: () => 'Перевод 1',
    message: () => 'Спасибо',
    source: () => 'one',
    regionId: () => 1,
    latitude: () => 41.3,
    longitude: () => 69.2,
    categoryId: () => 1,
    Skip: () => 0,
    Take: () => 10,
    top: () => 10,
    order: () => 1,
    w: () => 320,
    text: () => 'Спасибо',
  }),
);

function without(value: unknown, changes: Instead): unknown {
  if (isId(value)) return crypto.randomUUID();
  if (Array.isArray(value)) return value.map((part) => without(part, changes));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, changes.get(name)?.(part) ?? without(part, changes)]),
  );
}

const asRecord = (value: unknown): Readonly<Record<string, unknown>> => Object.assign({}, value);

/** Inputs of a call's schemas that name only missing things. */
function inputsWithout(call: Call, changes: Instead, count: number): ApiInput[] {
  return fc.sample(inputsOf(call), count).map(({ query, params, body }) => ({
    ...(query && { query: asRecord(without(query, changes)) }),
    ...(params && { params: asRecord(without(params, changes)) }),
    ...(body !== undefined && { body: without(body, changes) }),
  }));
}

/** Calls whose 404 is not about the input: they return it when the caller no longer exists. */
const aboutOneself = new Set([
  'PersonalAccount/Get',
  'PersonalAccount/GetAccounts',
  'PersonalAccount/Update',
  'PersonalAccount/CheckUserName',
  'Project/ChangeAccount',
  'Donate/Export',
  'Integration/CreateWebhook',
  'Membership/Export',
  'Membership/Revenue',
  'Membership/CreateLevel',
  'Membership/LevelOrder',
  'Membership/Messages',
  'Post/Own',
  'Embed/Sites',
  'Donate/Imports',
  'Donate/Import',
  'Draw/Make',
]);

/** Calls that may return 404. The provider's callbacks are refused for their signature before their content is read. */
const askable = everyCall.filter(
  ({ path, errors }) =>
    path !== 'Payment/Callback' && !aboutOneself.has(path) && errors.some(({ status }) => status === 404),
);

/** Inputs that are rarely valid in everything but the requested thing. */
function exactInputs(owner: Owner, categoryId: number): Readonly<Record<string, ApiInput>> {
  const id = crypto.randomUUID();
  const { userId } = owner;
  return {
    'POST ProjectPay/Create': { body: { projectId: id, amount: 10_000 } },
    'POST Order/CreateOrder': { body: { orderId: id, items: [] } },
    'PUT Order/Update': { body: { orderId: id, items: [] } },
    'PUT Product/Update': { body: { id, userId, categoryId, name: 'Кружка', price: 10_000 } },
    'GET Order/UserOders': { query: { userId: id } },
    'POST Order/RefundLines': { body: { orderId: id, lines: [{ productId: id, quantity: 1 }] } },
    'GET Receipt': { query: { orderId: id } },
    'POST Membership/Create': { body: { userName: 'nobody_has_this', amount: 10_000 } },
    'POST Membership/Gift': {
      body: { userName: 'nobody_has_this', levelId: id, price: 10_000, months: 1, receiver: 'Chat' },
    },
    'POST Membership/Enter': { body: { giftId: id } },
    'POST Membership/Take': { body: { giftId: id } },
    'GET Membership/GiftTickets': { query: { giftId: id } },
    'GET Gift/Announced': { query: { userName: 'nobody_has_this' } },
    'POST Gift/Pieces': { body: { productId: id, pieces: 1, price: 10_000, delivery: 0 } },
    'POST Gift/Order': {
      body: {
        giftId: id,
        sizeId: null,
        colorId: null,
        pickupPointId: 1,
        recipientName: 'Бекзод',
        recipientPhone: '+998901234567',
      },
    },
    'PUT Membership/Level': { body: { levelId: id, name: 'Друг', amount: 10_000 } },
    'PUT Receipt/Registered': { body: { paymentId: id, kind: 'Paid', sign: '1', qrUrl: null } },
    'PUT Receipt/Waived': { body: { paymentId: id, kind: 'Paid', reason: 'Пробный платёж' } },
    'POST Post/Save': {
      body: { postId: id, version: 1, title: 'Пост', audience: 'everyone', isPublished: false },
    },
    'POST Vote/Save': { body: { ...vote, voteId: id, revision: 1 } },
    'POST Vote/DecideSuggestion': { body: { voteId: id, suggestionId: 1, decision: 'decline' } },
    'POST Target/Save': { body: { ...target, targetId: id, revision: 1 } },
    'POST Reward/Save': { body: { ...reward, rewardId: id, revision: 1, seenStock: reward.stock } },
    'GET Reward/Owed': { query: { rewardId: id } },
    'GET Reward/Taken': { query: { rewardId: id } },
    'GET Draw/Tickets': { query: { drawId: id } },
    'POST Draw/Cancel': { body: { drawId: id, reason: 'Приз не приехал' } },
    'POST Draw/Hold': { body: { drawId: id } },
    'POST Draw/Answer': { body: { drawId: id, answer: 'Телеграм @anna' } },
    'POST Draw/Give': { body: { drawId: id, place: 1, isGiven: true } },
    'POST Draw/Pass': { body: { drawId: id, place: 1 } },
    'POST Clock/Control': { body: { act: 'end', clockId: id, revision: 1 } },
    'POST Widget/Report': { body: { key: owner.key, source: 'one', alertId: id, state: 'shown' } },
    'POST Widget/Control': { body: { action: 'skip', alertId: id } },
  };
}

/** Answers to inputs that are invalid in something else than the requested thing. */
const beside = new Set([400, 401, 409, 413, 415]);

/** The most inputs that are tried until one is valid in everything but the requested thing. */
const tries = 150;

const mayAsk = (call: Call, person: { readonly rank: number }) =>
  person.rank >= ['guest', 'key', 'user', 'moderator', 'admin'].indexOf(call.access);

test('15: what is missing is 404', async () => {
  const owner = await makeOwner(app);
  const changes: Instead = new Map([...instead, ['key', () => owner.key], ['accountId', () => crypto.randomUUID()]]);
  const roles = ['user', 'moderator', 'admin'] as const;
  const people: (Pick<SignedIn, 'token'> & { kind: string; rank: number })[] = [];
  for (const role of roles) {
    people.push({ kind: role, rank: roles.indexOf(role) + 2, ...(await signIn(app.db, testSecrets.jwt, { role })) });
  }
  const callers = [{ kind: 'guest', rank: 1, token: undefined }, ...people];
  const exact = exactInputs(owner, await newCategory(app.db));
  let asked = 0;
  const wrong: string[] = [];
  for (const call of askable) {
    for (const { kind, token } of callers.filter((one) => mayAsk(call, one))) {
      const name = `${call.method} ${call.path}`;
      let status = 400;
      const inputs = exact[name] === undefined ? inputsWithout(call, changes, tries) : [exact[name]];
      for (const input of inputs) {
        const settings = { ...(token !== undefined && { token }), idempotencyKey: crypto.randomUUID() };
        status = (await app.request(name, input, settings)).status;
        asked += 1;
        if (!beside.has(status)) break;
      }
      if (status !== 404) wrong.push(`${name} as ${kind}: ${status}`);
    }
  }
  prove(15, {
    promise:
      'every call that may answer 404, as every caller who may make it: 404 where the requested thing is missing',
    none: { wrong },
    met: { asked: [asked, 100] },
  });
});
