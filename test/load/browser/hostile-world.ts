import { z } from 'zod';
import { publishField, setNames } from '#app/creators/creators.server.ts';
import { giveUntilAcknowledged, payByCard, testCards } from '#test/load/money/donors.ts';
import { waitUntilSettled } from '#test/load/money/settling.ts';
import type { Fleet } from '#test/load/server-fleet.ts';
import { readWidgetKey } from '#test/load/widgets/widget-key.ts';
import { newCategory, newProduct } from '#test/support/merch-fixture.ts';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { type ApiInput, apiOf, testSecrets } from '#test/support/start-app.ts';

/** Texts that would run a script if unescaped; `uns4fe` marks these scripts. */
export const hostileTexts = [
  '<script>uns4fe()</script>',
  '</script><script>uns4fe()</script>',
  '"><img src=x onerror=uns4fe()>',
  "'><svg onload=uns4fe()>",
  '</title><body onload=uns4fe()>',
  '<!--<script>uns4fe()</script>-->',
  '<a href="javascript:uns4fe()">uns4fe</a>',
  '" onmouseover="uns4fe()" x="',
  '{{constructor.constructor("uns4fe()")()}}',
  '<iframe srcdoc="<script>uns4fe()</script>">',
  '\u2028</script\u2029><script >uns4fe()</script >',
] as const;

/** Users and things with hostile texts only, by the ids in the addresses of their screens. */
export interface HostileWorld {
  readonly creator: SignedIn;
  readonly admin: SignedIn;
  readonly buyer: SignedIn;
  readonly blocked: SignedIn;
  readonly userName: string;
  readonly payId: string;
  readonly key: string;
  readonly productId: string;
  readonly orderId: string;
  readonly pointId: number;
}

let turns = 0;

/** Cycles through the texts, so that each of them is used in every field; as many at once as fit. */
function hostile(most: number): string {
  turns += 1;
  const texts = [...hostileTexts.slice(turns % hostileTexts.length), ...hostileTexts];
  return texts.reduce((all, text) => (all.length + text.length + 1 > most ? all : `${all} ${text}`.trim()), '');
}

class HostileClient {
  readonly #api: ReturnType<typeof apiOf>;

  constructor({ server }: Fleet) {
    this.#api = apiOf(server.url);
  }

  async ask(who: SignedIn, name: string, input: ApiInput = {}): Promise<unknown> {
    const { status, body } = await this.#api(name, input, { token: who.token });
    if (status !== 200) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  /** For a call that may refuse the text: then no screen shows it. */
  async tryTo(who: SignedIn, name: string, input: ApiInput): Promise<void> {
    const { status } = await this.#api(name, input, { token: who.token });
    if (status >= 500) throw new Error(`${name}: ${status}`);
  }
}

const withOrder = z.object({ data: z.object({ orderId: z.string(), total: z.number() }) });
const opened = z.object({ data: z.object({ paymentUrl: z.string() }) });
const withId = z.object({ data: z.object({ id: z.union([z.string(), z.number()]) }) });

/** Makes a product, a pickup point and an order that is paid and refunded, with comments of both sides. */
async function sell(
  fleet: Fleet,
  client: HostileClient,
  people: { creator: SignedIn; buyer: SignedIn; admin: SignedIn },
) {
  const { creator, buyer, admin } = people;
  const categoryId = await newCategory(fleet.db, hostile(60));
  const product = { userId: creator.userId, categoryId, name: hostile(100), description: hostile(1_000) };
  const productId = await newProduct(fleet.db, { ...product, isTop: true });
  const place = { regionId: 1, latitude: 41.3, longitude: 69.2, address: `Ташкент ${hostile(250)}` };
  const point = { name: hostile(110), ...place, workingHours: hostile(190), comment: hostile(480) };
  const pointId = Number(withId.parse(await client.ask(admin, 'POST PickUp', { body: point })).data.id);
  const items = [{ productId, quantity: 1 }];
  const orders: string[] = [];
  for (const delivery of [{ address: `Ташкент ${hostile(400)}` }, { pickupPointId: pointId }]) {
    const basket = await client.ask(buyer, 'POST Order/CreateOrder', { body: { items, ...delivery } });
    const { orderId, total } = withOrder.parse(basket).data;
    const recipient = { recipientName: hostile(90), recipientPhone: '998901234567' };
    const donation = { projectId: creator.projectId, amount: 5_000, name: hostile(60), message: hostile(200) };
    const body = { orderId, ...recipient, expectedTotal: total, donation };
    const paying = await client.ask(buyer, 'POST Order/CreateOrderPayment', { body });
    await payByCard(opened.parse(paying).data.paymentUrl, testCards.noCode);
    orders.push(orderId);
    await client.ask(buyer, 'GET Order/Payment', { query: { orderId } });
  }
  const [orderId = '', back = ''] = orders;
  await client.tryTo(admin, 'POST Order/Refund', { body: { orderId: back, reason: hostile(200) } });
  return { productId, orderId, pointId };
}

/** Fills the creator's requests to the staff, widgets and tools, and the answers of the staff. */
async function write(
  fleet: Fleet,
  client: HostileClient,
  people: { creator: SignedIn; admin: SignedIn; blocked: SignedIn },
) {
  const { creator, admin, blocked } = people;
  const proposals = [{ name: 'About', value: hostile(1_000) }];
  await client.ask(creator, 'POST PersonalAccount/Update', { body: { fields: proposals } });
  const links = ['WebLink', 'TgLink', 'YoutubeLink'];
  await fleet.db.pool.query(
    `insert into profile_field (user_id, name, value, state)
     select $1, name, value, 'Awaiting' from unnest($2::text[], $3::text[]) as proposal (name, value)
     on conflict (user_id, name) do update set value = excluded.value, state = 'Awaiting', decided_at = null`,
    [creator.userId, links, ['javascript:uns4fe()', 'data:text/html,<script>uns4fe()</script>', hostile(200)]],
  );
  const proposal = { body: { fields: [{ name: 'About', value: hostile(500) }] } };
  await client.ask(blocked, 'POST PersonalAccount/Update', proposal);
  const rejected = { userId: blocked.userId, fields: ['About'], comments: { About: hostile(400) } };
  await client.ask(admin, 'PUT Moderator/RejectUser', { body: rejected });
  await client.ask(admin, 'PUT Moderator/BlockUser', { query: { userId: blocked.userId, reason: hostile(300) } });
  const alert = { template: `{name} ${hostile(90)}`, voiceText: hostile(100), duration: 3 };
  const goal = { title: hostile(80), amount: 1_000_000 };
  const statistics = { layout: 'board', goal };
  await client.ask(creator, 'PUT Widget/Settings', { body: { alert, statistics, sticker: { text: hostile(60) } } });
  await client.tryTo(creator, 'POST Integration/CreateToken', {
    body: { name: hostile(40), scopes: ['oauth-user-show'] },
  });
  const url = `http://127.0.0.1:9/${encodeURIComponent(hostileTexts[0])}`;
  await client.tryTo(creator, 'POST Integration/CreateWebhook', { body: { url, events: ['donation.paid'] } });
  await fleet.db.pool.query('update session set user_agent = $2 where person_id = $1', [creator.userId, hostile(200)]);
}

async function payOut(
  client: HostileClient,
  { creator, admin }: { creator: SignedIn; admin: SignedIn },
): Promise<void> {
  for (const isDeclined of [false, true]) {
    const card = { mask: '8600 •••• •••• 0106' };
    const body = { accountId: creator.accountId, amount: 1_000, card };
    const { id } = withId.parse(await client.ask(creator, 'POST Payout/Request', { body })).data;
    if (isDeclined) await client.ask(admin, 'PUT Payout/Decline', { body: { payoutId: id, reason: hostile(200) } });
  }
}

/** Makes a creator with hostile texts only, and donations with hostile names and messages. */
async function populateHostile(fleet: Fleet): Promise<Pick<HostileWorld, 'creator' | 'userName' | 'payId' | 'key'>> {
  const userName = 'hostilecreator';
  const creator = await signIn(fleet.db, testSecrets.jwt, { userName });
  const { userId, projectId } = creator;
  await fleet.db.transaction(async (tx) => {
    const givenName = hostileTexts[0];
    const surName = hostileTexts[2];
    const patronymic = hostileTexts[3];
    await setNames(tx, userId, { givenName, surName, patronymic });
    await publishField(tx, userId, 'UserType', '[1]');
    await publishField(tx, userId, 'About', hostileTexts.join('\n'));
    await publishField(tx, userId, 'WebLink', 'javascript:uns4fe()');
    await publishField(tx, userId, 'TgLink', hostileTexts[7]);
    await publishField(tx, userId, 'InsLink', 'data:text/html,<script>uns4fe()</script>');
  });
  let payId = '';
  for (const [index, text] of hostileTexts.entries()) {
    const donation = { projectId, amount: 5_000 + index, name: text, message: `${text} ${text}` };
    const made = await giveUntilAcknowledged(fleet.server.api, donation, `hostile-${index}`);
    await payByCard(made.paymentUrl, testCards.noCode);
    payId = made.payId;
  }
  await waitUntilSettled(fleet, 60);
  return { creator, userName, payId, key: await readWidgetKey(fleet.server.api, creator) };
}

/** Fills every field that users can write with hostile texts: public pages, the creator's cabinet, the staff area and widgets. */
export async function makeHostileWorld(fleet: Fleet): Promise<HostileWorld> {
  const { creator, userName, payId, key } = await populateHostile(fleet);
  const client = new HostileClient(fleet);
  const admin = await signIn(fleet.db, testSecrets.jwt, { role: 'admin' });
  const buyer = await signIn(fleet.db, testSecrets.jwt);
  const blocked = await signIn(fleet.db, testSecrets.jwt, { userName: 'hostile_blocked' });
  const names = { surName: hostile(50), givenName: hostile(50), patronymic: hostile(50) };
  for (const one of [buyer, blocked]) {
    await fleet.db.pool.query('update creator set given_name = $2, sur_name = $3, patronymic = $4 where user_id = $1', [
      one.userId,
      names.givenName,
      names.surName,
      names.patronymic,
    ]);
  }
  const sold = await sell(fleet, client, { creator, buyer, admin });
  await write(fleet, client, { creator, admin, blocked });
  await payOut(client, { creator, admin });
  return { creator, admin, buyer, blocked, userName, payId, key, ...sold };
}
