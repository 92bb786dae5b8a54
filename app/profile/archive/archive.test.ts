import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { archiveAddress, archivePassword, askArchive, personWithPassword } from '#test/support/archive-client.ts';
import { importLongHistory } from '#test/support/long-history.ts';
import { linesIn, readZip } from '#test/support/read-zip.ts';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { dataOf, startApp, testSecrets } from '#test/support/start-app.ts';

const app = await startApp();
afterAll(() => app.close());

const far = { count: 12_000, letters: 900 };

const codeOf = (answer: { readonly body: unknown }) => Object(Object(answer.body).error).code;

const download = async (address: string, token?: string) => {
  const answer = await fetch(address, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } });
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
};

const stateOf = async ({ token }: SignedIn) => dataOf(await app.api('GET PersonalAccount/ArchiveState', {}, { token }));

describe('the link to an archive', () => {
  it('is given for the password, once more typed, and saves a file', async () => {
    const person = await personWithPassword(app);
    expect(await stateOf(person)).toEqual({ state: 'None', at: null });
    const answer = await fetch(await archiveAddress(app, person));
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="opora-\d{4}-\d\d-\d\d\.zip"$/);
    expect(answer.headers.get('content-type')).toBe('application/zip');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const files = readZip(new Uint8Array(await answer.arrayBuffer()));
    expect(linesIn(files, 'page/account.jsonl')).toMatchObject([{ id: person.userId, phone: person.phone }]);
    await vi.waitFor(async () => expect(await stateOf(person)).toMatchObject({ state: 'Whole' }));
  });

  it('is not given for another password, which counts as one at the login', async () => {
    const person = await personWithPassword(app);
    const wrong = () => askArchive(app, person, { password: 'не тот пароль' });
    const first = await wrong();
    expect(first).toMatchObject({ status: 403, body: { error: { code: 'WrongPassword' } } });
    expect(Object(Object(first.body).error).fields).toEqual({ password: 'Пароль не подходит' });
    const later = [];
    for (let tries = 0; tries < 6; tries += 1) later.push((await wrong()).status);
    expect(later).toContain(429);
    const { rows } = await app.db.pool.query('select from person_archive where person_id = $1', [person.userId]);
    expect(rows).toHaveLength(0);
  });

  it('is not given to whoever has no password', async () => {
    const answer = await askArchive(app, await signIn(app.db, testSecrets.jwt));
    expect(answer).toMatchObject({ status: 403, body: { error: { code: 'WrongPassword' } } });
  });

  it('is for whoever is logged in', async () => {
    const answer = await app.api('POST PersonalAccount/Archive', { body: { password: archivePassword } });
    expect(answer.status).toBe(401);
  });

  it('works once, also for two who use it at the same moment', async () => {
    const person = await personWithPassword(app);
    const address = await archiveAddress(app, person);
    const both = await Promise.all([download(address), download(address)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await download(address)).status).toBe(404);
  });

  it('is over after a minute', async () => {
    const person = await personWithPassword(app);
    const address = await archiveAddress(app, person);
    await app.db.pool.query(
      `update person_archive set link_ends_at = link_ends_at - interval '61 seconds' where person_id = $1`,
      [person.userId],
    );
    expect((await download(address)).status).toBe(404);
  });

  it('is over once another one is asked for', async () => {
    const person = await personWithPassword(app);
    const address = await archiveAddress(app, person);
    const next = await archiveAddress(app, person);
    expect((await download(address)).status).toBe(404);
    expect((await download(next)).status).toBe(200);
  });

  it('is of nobody else, and cannot be guessed', async () => {
    const person = await personWithPassword(app);
    const other = await personWithPassword(app);
    const address = await archiveAddress(app, person);
    expect((await download(address, other.token)).status).toBe(404);
    const guessed = address.replace(/key=.*/, `key=${randomBytes(32).toString('base64url')}`);
    expect((await download(guessed)).status).toBe(404);
    const { status, bytes } = await download(address, person.token);
    expect(status).toBe(200);
    expect(bytes.includes(other.phone)).toBe(false);
  });

  it('ends with the session that asked for it', async () => {
    const person = await personWithPassword(app);
    const address = await archiveAddress(app, person);
    await app.db.pool.query('update session set ended_at = now() where person_id = $1', [person.userId]);
    expect((await download(address)).status).toBe(404);
    expect(codeOf(await app.request('GET PersonalAccount/Archive', { query: { key: 'x' } }))).toBe('ArchiveLinkOver');
  });

  it('is given five times an hour', async () => {
    const person = await personWithPassword(app);
    for (let times = 0; times < 5; times += 1) expect((await askArchive(app, person)).status).toBe(200);
    const sixth = await askArchive(app, person);
    expect(sixth).toMatchObject({ status: 429, body: { error: { message: expect.stringContaining('5 раз за час') } } });
  });

  it('costs one of the five only where it is given', async () => {
    const { person, rest } = await beginDownload();
    for (let times = 0; times < 5; times += 1) expect(codeOf(await askArchive(app, person))).toBe('ArchiveUnderWay');
    await rest();
    await vi.waitFor(async () => expect((await askArchive(app, person)).status).toBe(200));
  });
});

/** A download of a person with a long history that has begun and of which nothing more is taken. */
async function beginDownload() {
  const person = await personWithPassword(app);
  await importLongHistory(app, person, far);
  const leaving = new AbortController();
  const answer = await fetch(await archiveAddress(app, person), { signal: leaving.signal });
  const reader = answer.body?.getReader();
  if (reader === undefined) throw new Error('the archive has no body');
  await reader.read();
  onTestFinished(() => leaving.abort());
  /** Takes at least so many bytes, or all. */
  const take = async (least: number) => {
    const pieces: Uint8Array[] = [];
    for (let taken = 0; taken < least; ) {
      const read = await reader.read();
      if (read.done) break;
      pieces.push(read.value);
      taken += read.value.byteLength;
    }
    return Buffer.concat(pieces);
  };
  return { person, leaving, take, rest: () => take(Number.POSITIVE_INFINITY) };
}

describe('an archive that is being downloaded', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  it('is read no further than it is taken, and is the only one of its person', async () => {
    const read = vi.spyOn(app.db, 'execute');
    const { person, rest } = await beginDownload();
    expect(await stateOf(person)).toMatchObject({ state: 'Making' });
    expect(codeOf(await askArchive(app, person))).toBe('ArchiveUnderWay');
    const batches = () => read.mock.calls.filter(([{ text }]) => text.includes('"imported_donation"')).length;
    // What the buffers of the connection take is read; the rest waits.
    expect(batches()).toBeLessThan(far.count / 500);
    expect((await rest()).byteLength).toBeGreaterThan(far.count * far.letters * 2);
    await vi.waitFor(async () => expect(await stateOf(person)).toMatchObject({ state: 'Whole' }));
    expect(batches()).toBe(far.count / 500 + 1);
  });

  it('ends when its reader goes away, and another one may begin', async () => {
    const { person, leaving } = await beginDownload();
    leaving.abort();
    await vi.waitFor(async () => expect(await stateOf(person)).toMatchObject({ state: 'Broken' }));
    expect((await askArchive(app, person)).status).toBe(200);
  });

  it('ends broken, and not as a shorter one, when the database does not answer', async () => {
    const { person, rest } = await beginDownload();
    vi.spyOn(app.db, 'execute').mockRejectedValue(new Error('the database is away'));
    await expect(rest()).rejects.toThrow();
    vi.restoreAllMocks();
    await vi.waitFor(async () => expect(await stateOf(person)).toMatchObject({ state: 'Broken' }));
  });

  it('ends broken within seconds after its session', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { person, rest } = await beginDownload();
    await app.db.pool.query('update session set ended_at = now() where person_id = $1', [person.userId]);
    await vi.advanceTimersByTimeAsync(15_000);
    await expect(rest()).rejects.toThrow();
    await vi.waitFor(async () => {
      const { rows } = await app.db.pool.query('select lease, is_whole from person_archive where person_id = $1', [
        person.userId,
      ]);
      expect(rows).toEqual([{ lease: null, is_whole: false }]);
    });
  });

  it('keeps its place for as long as it lasts', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { person, rest } = await beginDownload();
    const until = async () =>
      (await app.db.pool.query('select leased_until from person_archive where person_id = $1', [person.userId])).rows[0]
        .leased_until;
    await app.db.pool.query(
      `update person_archive set leased_until = now() + interval '1 second' where person_id = $1`,
      [person.userId],
    );
    await vi.advanceTimersByTimeAsync(15_000);
    await vi.waitFor(async () => expect((await until()).getTime()).toBeGreaterThan(Date.now() + 30_000));
    await rest();
  });

  it('ends broken when its reader takes nothing or next to nothing for two minutes', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    for (const taken of [0, 10_000]) {
      const { person, take, rest } = await beginDownload();
      let looks = 0;
      // At first the buffers of the connection take all that comes.
      for (; (await stateOf(person)).state === 'Making'; looks += 1) {
        await take(taken);
        await vi.advanceTimersByTimeAsync(15_000);
      }
      expect(looks).toBeGreaterThan(8);
      await expect(rest()).rejects.toThrow();
      expect(await stateOf(person)).toMatchObject({ state: 'Broken' });
    }
  });

  it('goes on for a slow reader who takes more', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { person, take, rest } = await beginDownload();
    for (let looks = 0; looks < 12; looks += 1) {
      await take(500_000);
      await vi.advanceTimersByTimeAsync(15_000);
    }
    await rest();
    await vi.waitFor(async () => expect(await stateOf(person)).toMatchObject({ state: 'Whole' }));
  });

  it('is one of eight of a process, also where all begin at the same moment', async () => {
    const people = await Promise.all(Array.from({ length: 9 }, () => personWithPassword(app)));
    const addresses = await Promise.all(people.map((person) => archiveAddress(app, person)));
    const held = Promise.withResolvers<void>();
    const { execute } = app.db;
    vi.spyOn(app.db, 'execute').mockImplementation(async (query) => {
      await held.promise;
      return execute(query);
    });
    const answers = addresses.map((address) => download(address));
    expect((await Promise.race(answers)).status).toBe(503);
    expect((await askArchive(app, await personWithPassword(app))).status).toBe(503);
    held.resolve();
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([...Array.from({ length: 8 }, () => 200), 503]);
    const [, last] = people;
    if (last) await vi.waitFor(async () => expect((await askArchive(app, last)).status).toBe(200));
  });
});
