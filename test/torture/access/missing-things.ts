import fc from 'fast-check';
import type { Call } from '#base/calls/call.ts';
import { inputsOf } from '#test/support/arbitrary-input.ts';
import { newCategory } from '#test/support/merch-fixture.ts';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { type ApiInput, type TestApp, testSecrets } from '#test/support/start-app.ts';
import { everyCall } from './every-call.ts';
import { makeOwner, type Owner } from './owned-things.ts';

export interface MissingResult {
  readonly asked: number;
  /** Calls with another answer than their 404 to an unused id. */
  readonly wrong: readonly string[];
}

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
  'Donate/Imports',
  'Donate/Import',
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

/** Sends every call that may return 404, as every allowed caller: it must return 404 when the requested thing is missing. */
export async function askForMissing(app: TestApp): Promise<MissingResult> {
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
  return { asked, wrong };
}
