import { pino } from 'pino';
import sql from 'sql-template-tag';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { countryOf } from '#app/country.ts';
import { cardSystemOf } from '#app/payments/card-number.ts';
import { readConfig } from '#base/config/config.server.ts';
import { signInAgain } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';
import { announce } from './announce.ts';
import { seedDemoWorld } from './demo-world.ts';

const config = readConfig({ JWT_SECRET: testSecrets.jwt, COUNTRY: 'kz' });
const kazakhstan = countryOf('kz');

const app = await startApp({ env: { COUNTRY: 'kz' } });
afterAll(() => app.close());
await seedDemoWorld(app.opora, config, pino({ level: 'silent' }));

const fieldList = z.object({
  data: z.object({
    count: z.number(),
    items: z.array(
      z.object({
        userId: z.string(),
        fields: z.array(
          z.object({ state: z.string(), comment: z.string().nullable(), decidedAt: z.string().nullable() }),
        ),
      }),
    ),
  }),
});

test('the world names no place of the first country, in no text', async () => {
  const { rows } = await app.db.execute<{ text: string }>(sql`
    select c::text as text from creator c
    union all select f::text from profile_field f
    union all select d::text from field_decision d
    union all select d::text from donation d
    union all select p::text from product p
    union all select t::text from pickup_point t
    union all select o::text from shop_order o
    union all select w::text from widget_settings w`);
  expect(rows.length).toBeGreaterThan(500);
  const places = /т[ао]шкент|t[ao]shkent|самарканд|чигатай|хорезм|чимган|узбек|бухар[аыеу]|ферган|\.uz"/i;
  const found = rows.flatMap(({ text }) => (places.test(text) ? [text.slice(0, 300)] : []));
  expect(found).toEqual([]);
});

test('its 40 orders go to phones of the country, some of them to an address, and are paid in its money', async () => {
  const { rows } = await app.db.execute<{ phone: string; address: string | null }>(
    sql`select recipient_phone as phone, address from shop_order where status > 0`,
  );
  expect(rows).toHaveLength(40);
  expect(rows.filter(({ phone }) => !kazakhstan.phonePattern.test(phone))).toEqual([]);
  expect(rows.filter(({ address }) => address !== null).length).toBeGreaterThan(3);
  const payments = await app.db.execute(sql`select distinct currency from payment`);
  expect(payments.rows).toEqual([{ currency: kazakhstan.currencyCode }]);
});

test('the cards that the start prints are of the systems of the country', async () => {
  const printed: string[] = [];
  await announce(app.opora, { config, sandboxUrl: app.sandbox.url }, (line) => printed.push(line));
  const cards = printed.flatMap((line) => /\d{4}(?: \d{4}){3}/.exec(line)?.[0] ?? []);
  expect(cards.length).toBeGreaterThan(2);
  for (const card of cards) expect(kazakhstan.cardSystems).toContain(cardSystemOf(card)?.name);
});

test('staff find decided fields of each state, with who decided and the reason of a refusal', async () => {
  const staff = await app.db.execute<{ id: string }>(sql`select id from person where role = 'moderator'`);
  const userId = staff.rows[0]?.id ?? '';
  const { token } = await signInAgain(app.db, testSecrets.jwt, { userId, role: 'moderator' });
  const inState = async (State: string) => {
    const answer = await app.api('GET Moderator/GetUserFieldsByState', { query: { State, Take: 100 } }, { token });
    return fieldList.parse(answer.body).data;
  };
  const creators = await app.db.execute(sql`select from creator where cardinality(types) > 0`);
  const confirmed = await inState('Confirmed');
  expect(confirmed.count).toBe(creators.rowCount);
  const fields = confirmed.items.flatMap((person) => person.fields);
  expect(fields.filter(({ state, decidedAt }) => state !== 'Confirmed' || decidedAt === null)).toEqual([]);
  const refused = await inState('Reject');
  expect(refused.count).toBeGreaterThan(2);
  const [one] = refused.items;
  expect(one?.fields[0]).toMatchObject({ state: 'Reject', comment: expect.stringMatching(/[а-я]{3}/) });
  const history = await app.api('GET Moderator/UserHistory', { query: { userId: one?.userId } }, { token });
  expect(JSON.stringify(history.body)).toContain('yulia.moder');
  const { rows } = await app.db.execute<{ undecided: number; unlike: number }>(sql`
    select (count(*) filter (where f.decided_by is null))::int as undecided,
      (count(*) filter (where not exists (
        select from field_decision d where d.user_id = f.user_id and d.name = f.name and d.value = f.value
          and d.decision = f.state and d.decided_at = f.decided_at)))::int as unlike
    from profile_field f where f.state <> 'Awaiting'`);
  expect(rows).toEqual([{ undecided: 0, unlike: 0 }]);
});
