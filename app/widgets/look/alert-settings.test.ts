import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { dataOf, startApp, type TestApp, testSecrets } from '#test/support/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
}, 60_000);
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
    ...{ theme: 'ikat', font: null, textColor: null, place },
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

test('settings stored before themes and places existed have the default ones', async () => {
  const creator = await newCreator();
  const { projectId, token } = creator;
  const before = { animation: 'pop', template: '{name} — {amount}', variants: [{ minAmount: 1_000, ...look }] };
  await app.db.execute(
    sql`update widget_settings set alert = ${JSON.stringify(before)}::jsonb where project_id = ${projectId}`,
  );
  expect(dataOf(await app.api('GET Widget/Settings', {}, { token })).alert).toMatchObject({
    ...{ animation: 'pop', template: '{name} — {amount}', theme: 'ikat', font: null, accentColor: null },
    place: { x: 50, y: 4, width: 46 },
    variants: [{ minAmount: 10, ...look, theme: 'ikat', font: null, textColor: null, groundColor: null }],
  });
  const sent = await change(creator, { alert: { variants: [{ minAmount: 10, ...look }] } });
  expect(dataOf(sent).alert).toMatchObject({ variants: [{ theme: 'ikat', accentColor: null }] });
});
