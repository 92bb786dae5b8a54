import sql from 'sql-template-tag';
import { afterAll, describe, expect, it } from 'vitest';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { type ApiAnswer, startApp, testSecrets } from '#test/support/start-app.ts';

const app = await startApp();
const moderator = await signIn(app.db, testSecrets.jwt, { role: 'moderator', userName: 'first.moderator' });
const colleague = await signIn(app.db, testSecrets.jwt, { role: 'moderator', userName: 'second.moderator' });
afterAll(() => app.close());

const person = () => signIn(app.db, testSecrets.jwt);

const ask = async (who: SignedIn, fields: Record<string, string>) => {
  const body = { fields: Object.entries(fields).map(([name, value]) => ({ name, value })) };
  const { status } = await app.api('POST PersonalAccount/Update', { body }, { token: who.token });
  if (status !== 200) throw new Error(`not asked for: ${status}`);
};
const confirm = (by: SignedIn, body: object) => app.api('PUT Moderator/ConfirmUser', { body }, { token: by.token });
const reject = (by: SignedIn, body: object) => app.api('PUT Moderator/RejectUser', { body }, { token: by.token });
const undo = (by: SignedIn, body: object) => app.api('PUT Moderator/UndoDecision', { body }, { token: by.token });
const seen = (userId: string) => app.api('GET Moderator/GetUser', { query: { userId } }, { token: moderator.token });
const shown = (userId: string) => app.api('GET User/Get', { query: { userId } });
const counts = () => app.api('GET Moderator/Counts', {}, { token: moderator.token });

function fieldOf(answer: ApiAnswer, name: string): unknown {
  const { fields } = Object.assign({ fields: [] }, Object.assign({ data: {} }, answer.body).data);
  return [...fields].find((one: { name: string }) => one.name === name);
}
const versionOf = ({ body }: ApiAnswer) =>
  Object.assign({ version: '' }, Object.assign({ data: {} }, body).data).version;

describe('a decision', () => {
  it('publishes confirmed values and shows the owner why others were rejected', async () => {
    const owner = await person();
    await ask(owner, { About: 'Пою по вечерам', TgLink: 'https://t.me/pevets', UserType: '[4]' });
    const values = { About: 'Пою по вечерам', UserType: '[4]' };
    const asked = { userId: owner.userId, fields: ['About', 'UserType'], values, confirmed: true };
    expect(await confirm(moderator, asked)).toMatchObject({ status: 200, body: { data: {} } });
    const comments = { TgLink: 'Ссылка ведёт в закрытый канал' };
    expect((await reject(moderator, { userId: owner.userId, fields: ['TgLink'], comments })).status).toBe(200);
    expect(await shown(owner.userId)).toMatchObject({
      body: { data: { about: 'Пою по вечерам', userType: [4], tgLink: null, confirmed: true } },
    });
    const own = await app.api('GET PersonalAccount/Get', {}, { token: owner.token });
    expect(fieldOf(own, 'TgLink')).toEqual({
      name: 'TgLink',
      value: 'https://t.me/pevets',
      state: 'Reject',
      comment: comments.TgLink,
    });
    expect(fieldOf(await seen(owner.userId), 'About')).toMatchObject({
      state: 'Confirmed',
      value: 'Пою по вечерам',
      confirmedValue: 'Пою по вечерам',
      decidedAt: expect.stringMatching(/^20/),
    });
  });

  it('about a changed value is refused as a whole with the new value', async () => {
    const owner = await person();
    await ask(owner, { About: 'Новое', WebLink: 'https://site.uz' });
    const values = { About: 'Старое', WebLink: 'https://site.uz' };
    const refusal = { status: 409, body: { error: { code: 'FieldChanged', fields: { About: expect.any(String) } } } };
    const asked = { userId: owner.userId, fields: ['About', 'WebLink'], values };
    const answer = await confirm(moderator, asked);
    expect(answer).toMatchObject(refusal);
    expect(answer.body).toMatchObject({ error: { details: { fields: [{ name: 'About', value: 'Новое' }] } } });
    expect(await reject(moderator, asked)).toMatchObject(refusal);
    expect(fieldOf(await seen(owner.userId), 'WebLink')).toMatchObject({ state: 'Awaiting', confirmedValue: '' });
  });

  it('without a state is about a field that waits, and takes effect once', async () => {
    const owner = await person();
    const one = { userId: owner.userId, fields: ['About'] };
    await ask(owner, { About: 'Одно решение' });
    const refusal = { status: 409, body: { error: { code: 'FieldChanged', fields: { About: expect.any(String) } } } };
    expect((await reject(moderator, { ...one, comments: { About: 'Первый' } })).status).toBe(200);
    expect(await reject(colleague, { ...one, comments: { About: 'Второй' } })).toMatchObject(refusal);
    expect(await confirm(colleague, one)).toMatchObject(refusal);
    expect(fieldOf(await seen(owner.userId), 'About')).toMatchObject({ state: 'Reject', comment: 'Первый' });
    expect((await confirm(colleague, { ...one, states: { About: 'Reject' } })).status).toBe(200);
    expect((await confirm(moderator, one)).status).toBe(200);
    expect(await reject(moderator, one)).toMatchObject(refusal);
  });

  it('of two moderators at once takes effect once; the other one gets 409', async () => {
    for (let round = 0; round < 8; round += 1) {
      const owner = await person();
      await ask(owner, { About: 'Спорное' });
      const asked = {
        userId: owner.userId,
        fields: ['About'],
        values: { About: 'Спорное' },
        states: { About: 'Awaiting' },
      };
      const answers = await Promise.all([
        confirm(moderator, asked),
        reject(colleague, { ...asked, comments: { About: 'Нет' } }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const loser = answers.find(({ status }) => status === 409);
      expect(loser?.body).toMatchObject({ error: { code: 'FieldChanged' } });
      const [isConfirmed] = answers.map(({ status }) => status === 200);
      expect(fieldOf(await seen(owner.userId), 'About')).toMatchObject(
        isConfirmed ? { state: 'Confirmed', confirmedValue: 'Спорное' } : { state: 'Reject', confirmedValue: '' },
      );
    }
  });

  it('about an unknown user is 404; about a field without review, or with an unknown member, 400', async () => {
    const unknownId = '01a1fc5f-8133-76af-8f84-02f94d350c03';
    expect((await confirm(moderator, { userId: unknownId, fields: ['About'] })).status).toBe(404);
    expect((await confirm(moderator, { userId: unknownId, fields: [], confirmed: null })).status).toBe(404);
    expect((await reject(moderator, { userId: unknownId, fields: ['About'], comments: {} })).status).toBe(404);
    const { userId } = await person();
    expect((await confirm(moderator, { userId, fields: ['HideFullName'] })).status).toBe(400);
    expect((await confirm(moderator, { userId, fields: ['About'], role: 'admin' })).status).toBe(400);
    expect((await reject(moderator, { userId, fields: [], comments: {} })).status).toBe(400);
  });
});

describe('undoing a decision', () => {
  it('restores field, page and place in the queue', async () => {
    const owner = await person();
    await ask(owner, { About: 'Первое' });
    await confirm(moderator, { userId: owner.userId, fields: ['About'] });
    await ask(owner, { About: 'Второе' });
    const before = fieldOf(await seen(owner.userId), 'About');
    for (const decide of [confirm, reject]) {
      expect((await decide(moderator, { userId: owner.userId, fields: ['About'] })).status).toBe(200);
      expect((await undo(moderator, { userId: owner.userId, fields: ['About'] })).status).toBe(200);
      expect(fieldOf(await seen(owner.userId), 'About')).toEqual(before);
      expect(await shown(owner.userId)).toMatchObject({ body: { data: { about: 'Первое' } } });
    }
    const history = await app.api(
      'GET Moderator/UserHistory',
      { query: { userId: owner.userId } },
      { token: colleague.token },
    );
    expect(history).toMatchObject({
      body: {
        data: {
          count: 3,
          items: [
            { decision: 'Reject', value: 'Второе', undoneAt: expect.any(String), by: { userName: 'first.moderator' } },
            { decision: 'Confirmed', value: 'Второе', publishedBefore: 'Первое', undoneAt: expect.any(String) },
            { decision: 'Confirmed', value: 'Первое', publishedBefore: '', undoneAt: null, mayUndo: false },
          ],
        },
      },
    });
  });

  it('is refused for a colleague, twice, too late, and after the owner has changed the field', async () => {
    const owner = await person();
    const asked = { userId: owner.userId, fields: ['About'] };
    const refused = { status: 409, body: { error: { code: 'UndoTooLate' } } };
    await ask(owner, { About: 'Один' });
    expect(await undo(moderator, asked)).toMatchObject(refused);
    await reject(moderator, { ...asked, comments: { About: 'Нет' } });
    expect(await undo(colleague, asked)).toMatchObject(refused);
    await app.db.execute(
      sql`update field_decision set decided_at = decided_at - interval '11 minutes' where user_id = ${owner.userId}`,
    );
    expect(await undo(moderator, asked)).toMatchObject(refused);
    await ask(owner, { About: 'Два' });
    expect(await undo(moderator, asked)).toMatchObject(refused);
    await confirm(moderator, asked);
    expect((await undo(moderator, asked)).status).toBe(200);
    expect(await undo(moderator, asked)).toMatchObject(refused);
    expect(fieldOf(await seen(owner.userId), 'About')).toMatchObject({ state: 'Awaiting', value: 'Два' });
  });

  it('protects the picture that it would restore from the sweep', async () => {
    const owner = await person();
    const name = 'pictureBefore000000000';
    await app.db.execute(sql`insert into image (name, type, owner_id, width, height, has_alpha, placeholder)
      values (${name}, 'Avatar', ${owner.userId}, 10, 10, false, '')`);
    await app.db.execute(sql`update creator set avatar = ${name} where user_id = ${owner.userId}`);
    await ask(owner, { Avatar: '' });
    await confirm(moderator, { userId: owner.userId, fields: ['Avatar'] });
    await undo(moderator, { userId: owner.userId, fields: ['Avatar'] });
    expect(await shown(owner.userId)).toMatchObject({ body: { data: { avatar: name } } });
  });
});

describe('pending work', () => {
  it('is counted, listed oldest first, and its version changes with every request and decision', async () => {
    const one = await person();
    const two = await person();
    const start = await counts();
    await ask(one, { About: 'Жду' });
    await ask(two, { About: 'Тоже жду', TgLink: 'https://t.me/zhdu' });
    const asked = await counts();
    const number = (answer: ApiAnswer) =>
      Object.assign({ people: 0, fields: 0 }, Object.assign({ data: {} }, answer.body).data);
    expect(number(asked).people - number(start).people).toBe(2);
    expect(number(asked).fields - number(start).fields).toBe(3);
    const query = { State: 'Awaiting', Take: 100 };
    const queue = await app.api('GET Moderator/GetUserFieldsByState', { query }, { token: moderator.token });
    const { items } = Object.assign({ items: [] }, Object.assign({ data: {} }, queue.body).data);
    const waiting = [...items].map(({ userId }: { userId: string }) => userId);
    expect(waiting.indexOf(one.userId)).toBeLessThan(waiting.indexOf(two.userId));
    await confirm(moderator, { userId: one.userId, fields: ['About'] });
    const decided = await counts();
    await undo(moderator, { userId: one.userId, fields: ['About'] });
    const versions = [start, asked, decided, await counts()].map(versionOf);
    expect(new Set(versions).size).toBe(4);
    expect(versionOf(await counts())).toBe(versions[3]);
  });
});
