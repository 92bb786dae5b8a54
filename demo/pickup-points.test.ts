import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { countries } from '#app/country.ts';
import { startApp, type TestApp } from '#test/support/start-app.ts';
import { addPickUps } from './pickup-points.ts';

const answer = z.object({
  data: z.object({ items: z.array(z.object({ id: z.number(), regionId: z.number(), isActive: z.boolean() })) }),
});

const apps: TestApp[] = [];

for (const { code } of countries) apps.push(await startApp({ env: { COUNTRY: code } }));
afterAll(() => Promise.all(apps.map((app) => app.close())));

test('every region of every country has a pickup point, and in the first country there are thirty', async () => {
  for (const [index, country] of countries.entries()) {
    const app = apps[index];
    const open = await app?.db.transaction((tx) => addPickUps(tx, country));
    const { items } = answer.parse((await app?.api('GET PickUp'))?.body).data;
    expect(new Set(items.map(({ regionId }) => regionId))).toEqual(new Set(country.regions.map(({ id }) => id)));
    expect(items.filter(({ isActive }) => isActive).map(({ id }) => id)).toEqual(expect.arrayContaining(open ?? []));
    expect(items).toHaveLength(index === 0 ? 30 : country.regions.length);
  }
});
