import { readFile, rm } from 'node:fs/promises';
import { escapeIdentifier } from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { archiveAddress, givePassword } from '#test/support/archive-client.ts';
import { makeFullHistory, traces } from '#test/support/full-history.ts';
import { linesIn, readZip } from '#test/support/read-zip.ts';
import { openShop } from '#test/support/shop-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { dataOf } from '#test/support/start-app.ts';
import { giveProven, openReceiver } from '#test/support/tool-fixture.ts';
import { inner } from '../personal-table.ts';
import { tablesOfPeople } from '../tables-of-people.ts';
import { archivedFiles, tablesNotArchived } from './archived-files.ts';
import { movingOutDocument } from './moving-out-document.ts';

const shop = await openShop();
const receiver = await openReceiver();
const { app } = shop;
const life = await makeFullHistory(shop, receiver);
afterAll(async () => {
  await receiver.close();
  await app.close();
});

/** A donor who hides the name: nobody else's archive may have it. */
const hidden = { name: 'Потаённый Даритель', message: 'Это от меня, но молчу' };

async function download(person: SignedIn, more: object = {}): Promise<Buffer> {
  await givePassword(app, person);
  const answer = await fetch(await archiveAddress(app, person, more));
  return Buffer.from(await answer.arrayBuffer());
}

const donor = await shop.person();
await giveProven(app, life.person, { ...hidden, isAnonymous: true, amount: 30_000 }, donor);
const bytes = await download(life.person);
const files = readZip(bytes);
const counts = async (name: Parameters<typeof app.api>[0]) =>
  dataOf(await app.api(name, {}, { token: life.person.token })).count;

describe('the list of what the archive holds', () => {
  it('names every table of people, or says why there is no file of it', () => {
    const archived = new Set([
      ...Object.values(archivedFiles).map(({ table }) => table),
      ...Object.keys(tablesNotArchived),
    ]);
    expect(Object.keys(tablesOfPeople).filter((table) => !archived.has(table))).toEqual([]);
    expect([...archived].filter((table) => !(table in tablesOfPeople))).toEqual([]);
  });

  it('has rows of its own for every file', () => {
    const unnamed = Object.entries(archivedFiles).filter(([, { own, table }]) => !own && !tablesOfPeople[table]?.own);
    expect(unnamed).toEqual([]);
  });

  it('is described field by field', async () => {
    await expect(movingOutDocument()).toMatchFileSnapshot('../../../docs/moving-out.md');
  });
});

describe('the archive of a person', () => {
  it('holds what the lists of the cabinet hold', async () => {
    const { person } = life;
    const count = (name: string) => linesIn(files, name).length;
    expect(count('donations/received.jsonl')).toBe(await counts('GET Donate/My'));
    expect(count('donations/given.jsonl')).toBe(await counts('GET Donate/Given'));
    expect(count('money/payouts.jsonl')).toBe(await counts('GET Payout/My'));
    const statement = await app.api(
      'GET Ledger/Statement',
      { query: { accountId: person.accountId } },
      { token: person.token },
    );
    const ledger = linesIn(files, 'money/ledger.jsonl');
    expect(ledger).toHaveLength(Number(dataOf(statement).count));
    expect(ledger.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(dataOf(statement).balance);
    expect(
      linesIn(files, 'orders/orders.jsonl')
        .map(({ status }) => status)
        .sort(),
    ).toEqual([0, 6]);
    expect(count('posts/posts.jsonl')).toBe(2);
    expect(count('memberships/levels.jsonl')).toBe(1);
    expect(linesIn(files, 'donations/received.jsonl')).toMatchObject([
      { amount: 20_000, name: 'Чужой человек', message: life.strangerMessage },
      { amount: 30_000, isAnonymous: true, name: null, message: hidden.message },
    ]);
  });

  it('holds every text of the person, and the files themselves', async () => {
    const lines = [...files].filter(([name]) => name.endsWith('.jsonl')).map(([, content]) => content.toString('utf8'));
    const text = lines.join('');
    expect(traces(life.person).filter((trace) => !text.includes(trace))).toEqual([]);
    const stored = await readFile(
      `${app.dataDir}/images/${life.picture.slice(0, 2).toLowerCase()}/${life.picture}/kept.webp`,
    );
    expect(files.get(`pictures/${life.picture}.webp`)?.equals(stored)).toBe(true);
    expect(files.has(`pictures/${life.postPicture}.webp`)).toBe(true);
    expect(files.get(`audio/${life.audio}.mp3`)?.byteLength).toBe(linesIn(files, 'posts/audio.jsonl')[0]?.bytes);
    expect(files.has('missing.txt')).toBe(false);
  });

  it('has no secret, no hidden name and no phone of another person in any byte', async () => {
    const outer = [life.stranger, donor, shop.staff, shop.seller].flatMap(({ phone, userId }) => [phone, userId]);
    const texts = [...life.secrets, ...outer, hidden.name];
    expect(texts.filter((text) => bytes.includes(text))).toEqual([]);
    expect((await download(life.stranger)).includes(life.person.phone)).toBe(false);
  });

  it('has no value of a column that is left out', async () => {
    const found: string[] = [];
    let looked = 0;
    for (const [table, { leftOut = {} }] of Object.entries(tablesOfPeople)) {
      for (const [column, reason] of Object.entries(leftOut)) {
        if (reason === inner) continue;
        const { rows } = await app.db.pool.query<{ value: unknown }>(
          `select ${escapeIdentifier(column)} as value from ${escapeIdentifier(table)} where ${escapeIdentifier(column)} is not null`,
        );
        for (const { value } of rows) {
          const texts = Buffer.isBuffer(value)
            ? [value.toString('hex'), value.toString('base64'), value.toString('base64url')]
            : [String(value)];
          looked += 1;
          const isShort = (text: string) => text.length < 12;
          if (texts.some(isShort) || value === life.person.userId || column === 'bytes') continue;
          if (texts.some((text) => bytes.includes(text))) found.push(`${table}.${column}`);
        }
      }
    }
    expect(looked).toBeGreaterThan(20);
    expect([...new Set(found)]).toEqual([]);
  });

  it('says what is in it in the language of its reader', async () => {
    const readme = (content: ReadonlyMap<string, Buffer>) => content.get('README.txt')?.toString('utf8');
    expect(readme(files)).toContain('donations/received.jsonl: полученные донаты');
    const english = readZip(await download(life.person, { language: 'en' }));
    expect(readme(english)).toContain('donations/received.jsonl: donations received');
    const uzbek = readZip(await download(life.person, { language: 'uz' }));
    for (const name of Object.keys(archivedFiles)) expect(readme(uzbek)).toContain(`${name}: `);
  });

  it('of a buyer has the orders and what was given', async () => {
    const given = readZip(await download(donor));
    expect(linesIn(given, 'donations/given.jsonl')).toMatchObject([{ name: hidden.name, message: hidden.message }]);
    expect(given.has('donations/received.jsonl')).toBe(false);
  });

  it('names files that the store has lost', async () => {
    await rm(`${app.dataDir}/images/${life.picture.slice(0, 2).toLowerCase()}/${life.picture}`, { recursive: true });
    const left = readZip(await download(life.person));
    expect(left.get('missing.txt')?.toString('utf8')).toBe(`pictures/${life.picture}.webp\n`);
  });
});
