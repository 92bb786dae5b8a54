import { z } from 'zod';
import { findProject } from '#app/creators/creators.server.ts';
import { writeWav } from '#app/widgets/sounds/wav.ts';
import { photo } from '#test/support/image-client.ts';
import { newProduct } from '#test/support/merch-fixture.ts';
import { historyFiles, uploadHistory } from '#test/support/money/history-files.ts';
import { grantKeys, makeApplication } from '#test/support/oauth-fixture.ts';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { type ApiAnswer, type ApiInput, type TestApp, testSecrets } from '#test/support/start-app.ts';
import { givePaidTo, makeToken, payOpened } from '#test/support/tool-fixture.ts';

/** The things of a user, by their ids. */
export interface Things {
  readonly session: string;
  readonly person: string;
  readonly project: string;
  readonly account: string;
  readonly donation: string;
  readonly payout: string;
  readonly token: string;
  readonly webhook: string;
  /** Registered by its owner, who has also let it in. */
  readonly application: string;
  readonly delivery: string;
  readonly receiver: string;
  readonly basket: string;
  readonly order: string;
  readonly alert: string;
  readonly sound: string;
  readonly history: string;
  readonly picture: string;
  readonly level: string;
  readonly membership: string;
  /** Gifted months for a link. */
  readonly gift: string;
  readonly post: string;
  readonly vote: string;
  readonly target: string;
  readonly reward: string;
  /** A donation that has taken it. */
  readonly taker: string;
  readonly draw: string;
  /** A draw of the owner that is held, in which the owner has the second place. */
  readonly won: string;
  readonly clock: string;
  /** A stream together that the owner plans. */
  readonly joint: string;
  /** One to which the owner is invited. */
  readonly invitation: string;
  readonly card: string;
}

/** A user with things and a widget key. */
export interface Owner extends SignedIn {
  readonly things: Things;
  readonly key: string;
}

const withId = z.object({ data: z.object({ id: z.string() }) });
const withIds = z.object({ data: z.array(z.object({ id: z.string() })).min(1) });
const paged = z.object({ data: z.object({ items: z.array(z.object({ id: z.string() })).min(1) }) });
const withDelivery = z.object({ data: z.object({ deliveryId: z.string() }) });
const withOrder = z.object({ data: z.object({ orderId: z.string(), total: z.number() }) });
const withAlert = z.object({ data: z.object({ alertId: z.string() }) });
const withName = z.object({ data: z.object({ name: z.string() }) });
const withCard = z.object({ data: z.object({ cardId: z.string() }) });
const withKey = z.object({ data: z.object({ key: z.string() }) });

async function must(answer: Promise<ApiAnswer>): Promise<unknown> {
  const { status, body } = await answer;
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}

type Ask = (name: string, input?: ApiInput) => Promise<unknown>;

async function takeMoney(app: TestApp, person: SignedIn, ask: Ask) {
  const donation = await givePaidTo(app, person, { amount: 100_000 });
  const card = { mask: '8600 •••• •••• 0106' };
  const body = { accountId: person.accountId, amount: 10_000, card };
  return { donation, payout: withId.parse(await ask('POST Payout/Request', { body })).data.id };
}

let lastChat = 0;

/** As if the person had linked a chat: there is no bot. */
async function linkChat({ db }: TestApp, { userId }: SignedIn): Promise<string> {
  lastChat += 1;
  const { rows } = await db.pool.query<{ id: string }>(
    `insert into notice_receiver (person_id, chat_id, name, topics, language) values ($1, $2, '', '{}', 'ru') returning id`,
    [userId, lastChat],
  );
  return rows[0]?.id ?? '';
}

async function makeTools(app: TestApp, person: SignedIn, ask: Ask) {
  await makeToken(app, person, ['oauth-donation-index']);
  const token = withIds.parse(await ask('GET Integration/Tokens')).data[0]?.id ?? '';
  const application = await makeApplication(app, person);
  await grantKeys(app, person, application);
  // Nothing listens there: a message waits and can be sent again.
  const body = { url: 'http://127.0.0.1:9/hook', events: ['donation.paid'] };
  const webhook = withId.parse(await ask('POST Integration/CreateWebhook', { body })).data.id;
  withDelivery.parse(await ask('POST Integration/TestWebhook', { query: { id: webhook } }));
  const log = paged.parse(await ask('GET Integration/Deliveries', { query: { webhookId: webhook } }));
  const delivery = log.data.items[0]?.id ?? '';
  return { token, application: application.id, webhook, delivery, receiver: await linkChat(app, person) };
}

/** As if the creator had connected a closed chat: there is no bot. */
async function connectChat({ db }: TestApp, projectId: string): Promise<void> {
  lastChat += 1;
  await db.pool.query(
    `insert into member_chat (project_id, telegram_id, kind, title, link, has_rights) values ($1, $2, 'supergroup', 'Чат', 'https://t.me/+load', true)`,
    [projectId, -lastChat],
  );
}

/** A level, monthly support at it that the same person gives, a closed chat, and another card that is being saved. */
async function supportMonthly(app: TestApp, { projectId }: SignedIn, ask: Ask) {
  const body = { name: 'Друг', amount: 10_000 };
  const level = withId.parse(await ask('POST Membership/CreateLevel', { body })).data.id;
  const creator = await findProject(app.db, projectId);
  await connectChat(app, projectId);
  const begun = await ask('POST Membership/Create', { body: { userName: creator?.userName, levelId: level } });
  const { payId: membership } = await payOpened(app, { body: begun });
  const gifted = { userName: creator?.userName, levelId: level, price: 10_000, months: 1, receiver: 'Link' };
  const { payId: gift } = await payOpened(app, { body: await ask('POST Membership/Gift', { body: gifted }) });
  const changed = await ask('POST Membership/ChangeCard', { body: { membershipId: membership } });
  const draft = { title: 'Пост', audience: 'everyone', isPublished: false };
  const post = withId.parse(await ask('POST Post/Save', { body: draft })).data.id;
  return { level, membership, gift, post, card: withCard.parse(changed).data.cardId };
}

export const vote = {
  question: 'Какая игра?',
  options: [{ text: 'Шахматы' }, { text: 'Шашки' }],
  price: 1_000,
  takesSuggestions: true,
};

/** The number of what is suggested first to a vote. */
export const firstSuggestion = 1_000_000_001;

/** A vote to which somebody suggests an option. */
async function askDonors(app: TestApp, { projectId }: SignedIn, ask: Ask): Promise<string> {
  const { id: voteId } = withId.parse(await ask('POST Vote/Save', { body: vote })).data;
  const body = { projectId, amount: 10_000, choices: [{ voteId, suggestion: 'Го' }] };
  // What nobody has paid for is not there.
  await payOpened(app, { body: await ask('POST ProjectPay/Create', { body }) });
  return voteId;
}

export const target = { text: 'Играю босса без брони', goal: 30_000 };

async function promiseDonors(ask: Ask): Promise<string> {
  return withId.parse(await ask('POST Target/Save', { body: target })).data.id;
}

export const reward = { text: 'Имя в титрах', price: 50_000, stock: 10 };

async function offerDonors(app: TestApp, person: SignedIn, ask: Ask) {
  const { id } = withId.parse(await ask('POST Reward/Save', { body: reward })).data;
  const choices = [{ rewardId: id, revision: 1 }];
  return { reward: id, taker: await givePaidTo(app, person, { amount: reward.price, choices }) };
}

async function announceDraw(ask: Ask): Promise<string> {
  const body = { text: 'Худи с автографом', leastSum: 10_000, winners: 1, endsIn: 60 };
  return withId.parse(await ask('POST Draw/Make', { body })).data.id;
}

/** As if the owner had been drawn, beside somebody whose account is gone, and somebody else who has not won. */
async function winDraw({ db }: TestApp, { projectId, userId }: SignedIn, donation: string): Promise<string> {
  const { rows } = await db.pool.query<{ id: string }>(
    `insert into draw (id, project_id, text, least_sum, winners, starts_at, ends_at, seed, ticket_key, held_at, digest, entry_count)
     values (gen_random_uuid(), $1, 'Приз', 100, 2, now() - interval '1 day', now() - interval '1 hour', sha256('seed'), sha256('key'), now(), sha256('all'), 3)
     returning id`,
    [projectId],
  );
  const id = rows[0]?.id ?? '';
  await db.pool.query(
    `insert into draw_entry (draw_id, ticket, score, person_id, donation_id)
     select $1, substr(sha256(n::text::bytea), 1, 16), lpad(n::text, 32, '0')::bytea, case when n = 2 then $2::uuid end, $3
     from generate_series(1, 3) n`,
    [id, userId, donation],
  );
  await db.pool.query(
    `insert into draw_place (draw_id, place, ticket) select $1, n, substr(sha256(n::text::bytea), 1, 16) from generate_series(1, 2) n`,
    [id],
  );
  return id;
}

const withClock = z.object({ data: z.object({ clock: z.object({ id: z.string() }) }) });

async function startClock(ask: Ask): Promise<string> {
  const body = { act: 'start', minutes: 60, sum: 5_000, seconds: 60 };
  return withClock.parse(await ask('POST Clock/Control', { body })).data.clock.id;
}

export const joint = { title: 'Вместе', percent: 60 };

/** A stream together that the owner plans with another creator, and one to which that creator invites the owner. */
async function planTogether(app: TestApp, { projectId }: SignedIn, ask: Ask) {
  const other = await signIn(app.db, testSecrets.jwt);
  const [own, others] = await Promise.all([projectId, other.projectId].map((id) => findProject(app.db, id)));
  const inviting = (userName: string | undefined) => ({ ...joint, members: [{ userName, percent: 40 }] });
  const invited = app.request('POST Joint/Save', { body: inviting(own?.userName) }, { token: other.token });
  return {
    joint: withId.parse(await ask('POST Joint/Save', { body: inviting(others?.userName) })).data.id,
    invitation: withId.parse(await must(invited)).data.id,
  };
}

async function buy(app: TestApp, person: SignedIn, ask: Ask) {
  const items = [{ productId: await newProduct(app.db, { userId: person.userId }), quantity: 1 }];
  const address = 'Ташкент, улица Навои, 12';
  const { orderId, total } = withOrder.parse(await ask('POST Order/CreateOrder', { body: { items, address } })).data;
  const paying = { orderId, recipientName: 'Бекзод Олимов', recipientPhone: '998901234567', expectedTotal: total };
  await ask('POST Order/CreateOrderPayment', { body: paying });
  const { data } = withOrder.parse(await ask('POST Order/CreateOrder', { body: { items, address } }));
  return { order: orderId, basket: data.orderId };
}

async function uploadSound({ url }: TestApp, { token }: SignedIn): Promise<string> {
  const form = new FormData();
  form.set('title', 'Гонг');
  form.set('file', new Blob([writeWav({ rate: 8_000, samples: new Int16Array(4_000).fill(9_000) })]), 'gong.wav');
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/api/Widget/Sounds`, { method: 'POST', headers, body: form });
  return withName.parse(await answer.json()).data.name;
}

async function bringHistory(app: TestApp, person: SignedIn): Promise<string> {
  const { data } = await uploadHistory(app, person, { call: 'Import', source: 'KoFi', file: historyFiles.kofi });
  return withId.parse({ data }).data.id;
}

/** Makes a user with one of each thing that a user can have; with a user name, a creator with a page. */
export async function makeOwner(app: TestApp, userName?: string): Promise<Owner> {
  const person = await signIn(app.db, testSecrets.jwt, userName === undefined ? {} : { userName });
  if (userName !== undefined) await publish(app, person);
  const ask: Ask = (name, input = {}) => must(app.request(name, input, { token: person.token }));
  const { key } = withKey.parse(await ask('GET Widget/Settings')).data;
  const bytes = await photo(64, 64).jpeg().toBuffer();
  const picture = await app.opora.areas.images.storeImage({ bytes, type: 'Avatar', ownerId: person.userId });
  const taken = await takeMoney(app, person, ask);
  const things: Things = {
    session: withIds.parse(await ask('GET Identity/Sessions')).data[0]?.id ?? '',
    person: person.userId,
    project: person.projectId,
    account: person.accountId,
    picture: picture.name,
    ...taken,
    won: await winDraw(app, person, taken.donation),
    ...(await makeTools(app, person, ask)),
    ...(await supportMonthly(app, person, ask)),
    ...(await buy(app, person, ask)),
    vote: await askDonors(app, person, ask),
    target: await promiseDonors(ask),
    ...(await offerDonors(app, person, ask)),
    draw: await announceDraw(ask),
    clock: await startClock(ask),
    ...(await planTogether(app, person, ask)),
    alert: withAlert.parse(await ask('POST Widget/Test')).data.alertId,
    sound: await uploadSound(app, person),
    history: await bringHistory(app, person),
  };
  return { ...person, things, key };
}

/** Gives a user the page of a creator, with a confirmed type. */
export async function publish({ db }: Pick<TestApp, 'db'>, { userId }: Pick<SignedIn, 'userId'>): Promise<void> {
  await db.pool.query('update creator set types = array[1]::smallint[] where user_id = $1', [userId]);
}
