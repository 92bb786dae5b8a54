import { afterAll, expect, test } from 'vitest';
import { publishField } from '#app/creators/creators.server.ts';
import { profileClient } from '#test/support/profile-client.ts';
import { startApp } from '#test/support/start-app.ts';
import { giveProven } from '#test/support/tool-fixture.ts';

const app = await startApp();
afterAll(() => app.close());

const { newcomer, setField, fieldOf, publicUser } = profileClient(() => app);

test('colour and pattern are public as soon as they are saved', async () => {
  const who = await newcomer();
  expect((await setField(who, 'Accent', '#7A4BD0')).status).toBe(200);
  expect((await setField(who, 'Pattern', '12')).status).toBe(200);
  expect(await publicUser(who)).toMatchObject({ accent: '#7a4bd0', pattern: 12 });
  expect((await setField(who, 'Accent', '')).status).toBe(200);
  expect((await setField(who, 'Pattern', null)).status).toBe(200);
  expect(await publicUser(who)).toMatchObject({ accent: null, pattern: null });
});

test('the stream shows colour and pattern, open widgets too', async () => {
  const who = await newcomer();
  const look = async () => (await app.api('GET Widget/Look', { query: { projectId: who.projectId } })).body;
  expect(await look()).toMatchObject({ data: { creator: { pattern: null, accent: null } } });
  await setField(who, 'Accent', '#7A4BD0');
  await setField(who, 'Pattern', '12');
  const creator = { pattern: 12, accent: '#7a4bd0' };
  expect(await look()).toMatchObject({ data: { creator } });
  const { rows } = await app.db.pool.query(
    `select payload->'creator' as creator from event_log where stream = $1 and kind = 'settings' order by number`,
    [who.projectId],
  );
  expect(rows).toMatchObject([{ creator: { ...creator, pattern: null } }, { creator }]);
});

test.each([
  ['Accent', 'red'],
  ['Accent', '#fff'],
  ['Accent', '#123456;background:url(//evil.example)'],
  ['Pattern', '0'],
  ['Pattern', '13'],
  ['Pattern', '1.5'],
  ['Video', 'https://vimeo.com/76979871'],
  ['HideLive', 'yes'],
  ['ThanksText', 'я'.repeat(301)],
  ['ThanksText', 'Спасибо\u202e вам!'],
])('%s is not %s', async (name, value) => {
  expect(await setField(await newcomer(), name, value)).toMatchObject({
    status: 400,
    body: { error: { code: 'ValidationFailed', fields: { [name]: expect.any(String) } } },
  });
});

test('words of thanks are cleaned and reviewed before donors read them', async () => {
  const who = await newcomer();
  const { payId } = await giveProven(app, who, { message: 'Привет' });
  const thanks = async () => (await app.api('GET ProjectPay/Success', { query: { payId } })).body;
  expect((await setField(who, 'ThanksText', ' Спасибо вам!\r\n\r\n\r\n\r\nОбнимаю ')).status).toBe(200);
  const text = 'Спасибо вам!\n\nОбнимаю';
  expect(await fieldOf(who, 'ThanksText')).toMatchObject({ value: text, state: 'Awaiting' });
  expect(await thanks()).toMatchObject({ data: { creator: { thanksText: null, accent: null } } });
  await app.db.transaction((tx) => publishField(tx, who.userId, 'ThanksText', text));
  expect((await setField(who, 'Accent', '#0f7f8c')).status).toBe(200);
  expect(await thanks()).toMatchObject({ data: { creator: { thanksText: text, accent: '#0f7f8c' } } });
});
