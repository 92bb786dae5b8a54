import sql from 'sql-template-tag';
import { afterAll, expect, test } from 'vitest';
import { formMessages } from '#base/text/form-rules.ts';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { dataOf, startApp, testSecrets } from '#test/support/start-app.ts';
import { usedWidgetImages } from '../widget-settings-store.server.ts';

const app = await startApp();
afterAll(() => app.close());

async function newCreator(): Promise<SignedIn> {
  const person = await signIn(app.db, testSecrets.jwt);
  await app.api('GET Widget/Settings', {}, { token: person.token });
  return person;
}

const change = ({ token }: SignedIn, body: unknown) => app.api('PUT Widget/Settings', { body }, { token });

/** A look as programs send it that were written before the themes. */
const look = { template: '{name}: {message}', animation: 'pop', duration: 12, sound: 'bell', image: null };

test('themes, own colours and the place are stored, within their bounds', async () => {
  const creator = await newCreator();
  const faultsOf = async (alert: object) => {
    const { error } = Object.assign({ error: {} }, Object(await change(creator, { alert })).body);
    return Object.keys(Object(Object(error).fields));
  };
  const dark = { theme: 'dark', font: 'mono', textColor: '#FFFFFF', groundColor: null, accentColor: '#00FF00' };
  const place = { x: 0, y: 100, width: 20.5 };
  const variants = [{ minAmount: 10, ...look, ...dark }];
  expect(dataOf(await change(creator, { alert: { place, variants } })).alert).toMatchObject({
    theme: 'ikat',
    font: null,
    textColor: null,
    place,
    variants: [dark],
  });
  expect(dataOf(await change(creator, { alert: { theme: 'light' } })).alert).toMatchObject({ place, variants: [dark] });
  expect(await faultsOf({ place: { x: -1, y: 101, width: 81 } })).toEqual([
    'alert.place.x',
    'alert.place.y',
    'alert.place.width',
  ]);
  expect(await faultsOf({ place: { x: 50 } })).toEqual(['alert.place.y', 'alert.place.width']);
  expect(await faultsOf({ theme: 'neon', textColor: 'red' })).toEqual(['alert.theme', 'alert.textColor']);
});

test('looks of monthly support are stored apart from those by amount, one for the first month and one for any', async () => {
  const creator = await newCreator();
  const variants = [{ minAmount: 10, ...look }];
  const monthlyVariants = [
    { months: 'first', ...look, theme: 'dark' },
    { months: 'any', ...look },
  ];
  expect(dataOf(await change(creator, { alert: { variants, monthlyVariants } })).alert).toMatchObject({
    variants,
    monthlyVariants: [
      { months: 'first', theme: 'dark', font: null },
      { months: 'any', theme: 'ikat', accentColor: null },
    ],
  });
  const { rows } = await app.db.execute<{ variants: unknown }>(
    sql`select alert -> 'variants' as variants from widget_settings where project_id = ${creator.projectId}`,
  );
  expect(rows[0]?.variants, 'as the version before reads them').toEqual([
    { ...look, minAmount: 1_000, theme: 'ikat', font: null, textColor: null, groundColor: null, accentColor: null },
  ]);
  const faultOf = async (wrong: object[]) => (await change(creator, { alert: { monthlyVariants: wrong } })).body;
  expect(await faultOf([monthlyVariants[0] ?? {}, monthlyVariants[0] ?? {}])).toMatchObject({
    error: { fields: { 'alert.monthlyVariants': 'Две вариации для одних и тех же месяцев' } },
  });
  expect(await faultOf([{ months: 'last', ...look, image: 'A'.repeat(22) }])).toMatchObject({
    error: { fields: { 'alert.monthlyVariants.0.months': expect.any(String) } },
  });
  expect(await faultOf([{ months: 'any', ...look, image: 'A'.repeat(22) }])).toMatchObject({
    error: { fields: { 'alert.image': 'Такой картинки нет' } },
  });
  expect(await faultOf([{ months: 'any', ...look, sound: 'A'.repeat(22) }])).toMatchObject({
    error: { fields: { 'alert.sound': 'Такого звука нет' } },
  });
});

test('a picture that only monthly support shows is in use', async () => {
  const { projectId } = await newCreator();
  const used = 'U'.repeat(22);
  const unused = 'N'.repeat(22);
  const stored = { monthlyVariants: [{ months: 'any', ...look, image: used }] };
  await app.db.execute(
    sql`update widget_settings set alert = ${JSON.stringify(stored)}::jsonb where project_id = ${projectId}`,
  );
  expect(await usedWidgetImages(app.db, [used, unused])).toEqual([used]);
});

test('a test alert may be one of a month of monthly support', async () => {
  const { token } = await newCreator();
  const { key } = dataOf(await app.api('GET Widget/Settings', {}, { token }));
  expect((await app.api('POST Widget/Test', { query: { month: 0 } }, { token })).status).toBe(400);
  await app.api('POST Widget/Test', { query: { month: 3 } }, { token });
  const next = await app.api('POST Widget/Next', { body: { key, source: 'obs', isVisible: true } });
  expect(dataOf(next)).toMatchObject({ isTest: true, month: 3 });
});

test('settings stored before themes and places existed have the default ones', async () => {
  const creator = await newCreator();
  const { projectId, token } = creator;
  const before = { animation: 'pop', template: '{name} — {amount}', variants: [{ minAmount: 1_000, ...look }] };
  await app.db.execute(
    sql`update widget_settings set alert = ${JSON.stringify(before)}::jsonb where project_id = ${projectId}`,
  );
  expect(dataOf(await app.api('GET Widget/Settings', {}, { token })).alert).toMatchObject({
    animation: 'pop',
    template: '{name} — {amount}',
    theme: 'ikat',
    font: null,
    accentColor: null,
    place: { x: 50, y: 4, width: 46 },
    variants: [{ minAmount: 10, ...look, theme: 'ikat', font: null, textColor: null, groundColor: null }],
    monthlyVariants: [],
  });
  const sent = await change(creator, { alert: { variants: [{ minAmount: 10, ...look }] } });
  expect(dataOf(sent).alert).toMatchObject({ variants: [{ theme: 'ikat', accentColor: null }] });
});

test('texts take no signs that turn their direction, and stored ones are shown without them', async () => {
  const creator = await newCreator();
  const turned = '{name}\u202e';
  const wrong = { alert: { template: turned, voiceText: turned }, sticker: { text: turned } };
  expect(await change(creator, wrong)).toMatchObject({
    status: 400,
    body: { error: { fields: { 'alert.template': formMessages.turning, 'sticker.text': formMessages.turning } } },
  });
  const stored = JSON.stringify({ template: turned });
  await app.db.execute(
    sql`update widget_settings set alert = ${stored}::jsonb where project_id = ${creator.projectId}`,
  );
  const read = await app.api('GET Widget/Settings', {}, { token: creator.token });
  expect(dataOf(read).alert).toMatchObject({ template: '{name}' });
});
