import { z } from 'zod';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { type ApiAnswer, type TestApp, testSecrets } from '#test/support/start-app.ts';
import { everyCall } from './every-call.ts';
import { type Asking, type OwnedCall, ownedCalls, unaskedIds } from './owned-calls.ts';
import { makeOwner, type Owner, type Things } from './owned-things.ts';
import { extraMembers } from './schema-members.ts';

/** A caller that asks for things of another user. */
interface Stranger {
  readonly kind: 'guest' | 'user' | 'creator' | 'moderator' | 'admin' | 'blocked';
  readonly token: string | undefined;
  readonly mine: Asking['mine'] | null;
}

export interface ForeignResult {
  asked: number;
  /** Things of others that were returned, and own ones that were refused. */
  readonly wrong: string[];
  /** Members of answers that their schema lacks. */
  readonly extra: string[];
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
  readonly result: ForeignResult = { asked: 0, wrong: [], extra: [] };
  readonly #app: TestApp;
  readonly #point: number;

  constructor(app: TestApp, point: number) {
    this.#app = app;
    this.#point = point;
  }

  #ask(owned: OwnedCall, id: string, who: { token: string | undefined; mine: Asking['mine'] | null }) {
    this.result.asked += 1;
    const input = owned.input(id, { mine: who.mine ?? noThings, point: this.#point });
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
    if (stranger.kind === 'guest' || stranger.kind === 'blocked') {
      if (!isByKey && foreign.status !== 401) this.result.wrong.push(`${name}: ${foreign.status}`);
      return;
    }
    const staff = isForStaff === 'admin' ? ['admin'] : ['moderator', 'admin'];
    if (isForStaff && staff.includes(stranger.kind)) {
      if (![200, 409].includes(foreign.status)) this.result.wrong.push(`${name}: ${foreign.status}`);
      this.#noteExtra(owned, foreign);
      return;
    }
    const isSame = comparable(foreign, id) === comparable(none, missing);
    const isTold = JSON.stringify(foreign.body).includes(owner.things.order);
    if (foreign.status !== refusal || !isSame || isTold) {
      this.result.wrong.push(
        `${name}: ${foreign.status}, and ${none.status} for a missing one${isSame ? '' : ', not the same'}`,
      );
    }
  }

  /** The owner gets the thing; otherwise a call that refuses everything would pass. */
  async askAsOwner(owned: OwnedCall, owner: Owner): Promise<void> {
    const answer = await this.#ask(owned, owner.things[owned.thing], { token: owner.token, mine: owner });
    const name = `${owned.call} ${owned.member} as its owner`;
    if (![200, 409].includes(answer.status)) {
      this.result.wrong.push(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    this.#noteExtra(owned, answer);
  }

  #noteExtra(owned: OwnedCall, { status, body }: ApiAnswer): void {
    const call = callsByName.get(owned.call);
    const parsed = z.object({ data: z.unknown() }).safeParse(body);
    if (status !== 200 || call === undefined || !parsed.success) return;
    this.result.extra.push(...extraMembers(parsed.data.data, call.answer).map((path) => `${owned.call} ${path}`));
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

/**
 * Every other kind of caller asks for everything that a user and a creator have, and for missing things: the two answers must be equal to
 * the byte. Then the owners ask. Without `isWhole`: for one owner only. Leaves a world with one thing of each kind.
 */
export async function askForForeign(app: TestApp, isWhole: boolean): Promise<ForeignResult> {
  const moderator = await signIn(app.db, testSecrets.jwt, { role: 'moderator' });
  const asker = new Asker(app, await openPoint(app, moderator));
  const strangers = await makeStrangers(app, moderator);
  asker.result.wrong.push(...unaskedIds().map((id) => `${id}: no call asks for another user's`));
  const owners = [await makeOwner(app, 'matrix_owner'), ...(isWhole ? [await makeOwner(app)] : [])];
  for (const owner of owners) {
    for (const owned of ownedCalls) {
      for (const stranger of strangers) await asker.askAsStranger(owned, owner, stranger);
    }
    for (const owned of ownedCalls) await asker.askAsOwner(owned, owner);
  }
  return asker.result;
}
