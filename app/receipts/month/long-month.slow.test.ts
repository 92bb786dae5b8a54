import { afterAll, expect, it } from 'vitest';
import { countryOf } from '#app/country.ts';
import type { FileAnswer } from '#base/calls/call.ts';
import { openTestDatabase } from '#test/support/database/database.ts';
import { pdfTexts } from '#test/support/pdf-text.ts';
import { monthPaper } from './month-files.server.ts';

const creators = 5_000;

const database = await openTestDatabase({ max: 4 });
const { pool } = database.db;
await pool.query(
  `with people as (insert into person (phone) select 'p' || n from generate_series(1, $1::int) as n returning id),
    accounts as (insert into account (person_id, kind, name) select id, 'creator', 'x' from people returning id, person_id),
    creators as (
      insert into creator (user_id, user_name) select person_id, 'u' || row_number() over () || 'x' from accounts
      returning user_id)
  insert into project (user_id, account_id) select a.person_id, a.id from accounts a join creators c on c.user_id = a.person_id`,
  [creators],
);
await pool.query(`with receivers as (select id, gen_random_uuid() as reference from account where kind = 'creator'),
    posted as (insert into posting (id, kind, reference)
      select ('0195600a-0000-7000-8' || substr(md5(id::text), 1, 3) || substr(md5(id::text), 4, 12))::uuid, 'donation', reference
      from receivers returning id, reference)
  insert into entry (posting_id, account_id, amount)
  select p.id, side.account_id, side.amount from posted p join receivers r on r.reference = p.reference,
    lateral (values (r.id, 95000), ((select id from account where kind = 'platform' limit 1), 5000),
      ((select id from account where kind = 'provider' limit 1), -100000)) as side (account_id, amount)`);
afterAll(() => database.close());

const asked = { language: 'ru', country: countryOf('uz') } as const;

/** The processor time in milliseconds of a work, and of its longest part without a turn for anything else. */
async function timesOf(work: () => Promise<void>): Promise<{ whole: number; longest: number }> {
  const now = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  };
  const start = now();
  let last = start;
  let longest = 0;
  let isOver = false;
  const turn = () => {
    longest = Math.max(longest, now() - last);
    last = now();
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isOver = true;
  turn();
  return { whole: now() - start, longest };
}

it(`of ${creators} creators is written as a document while other requests are answered`, async () => {
  // The first document of a process loads the library.
  await monthPaper(database.db, { ...asked, month: '2020-01' });
  let file: FileAnswer['bytes'] | undefined;
  const { whole, longest } = await timesOf(async () => {
    file = (await monthPaper(database.db, { ...asked, month: '2025-03' })).bytes;
  });
  if (!(file instanceof Uint8Array)) throw new Error('the document comes in pieces');
  const texts = await pdfTexts(Buffer.from(file));
  expect(texts.filter((text) => text === '950')).toHaveLength(creators);
  // 70 ms of 1,200 when this was written; nearly all of it where nothing else has a turn.
  expect(longest).toBeLessThan(whole / 6);
});
