import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { initDataOf } from '#test/support/notices/init-data.ts';
import { linkedCreator } from '#test/support/notices/notice-fixture.ts';
import { startTelegram } from '#test/support/notices/telegram-stand-in.ts';
import {
  allowedCode,
  allScopes,
  answerAccess,
  askKeys,
  codeFields,
  grantKeys,
  makeApplication,
} from '#test/support/oauth-fixture.ts';
import { signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';
import { mostGrants } from '../scopes.ts';

const telegram = await startTelegram();
const app = await startApp({ env: { ...telegram.variables, LIMITS: 'off' } });
afterAll(async () => {
  await app.close();
  await telegram.close();
});

const newPerson = () => signIn(app.db, testSecrets.jwt);
const developer = await newPerson();
const client = await makeApplication(app, developer);

const namer = await newPerson();
const register = (name: string, redirect = 'https://bot.test/') =>
  app.api('POST Integration/CreateApplication', { body: { name, redirects: [redirect] } }, namer);

describe('an application', () => {
  it.each(['Поддержка Opora', 'Администрация', 'Аdmin', 'Бот ✅', 'Официальный бот', 'Payme'])(
    'cannot ask as the site, its staff or a payment system: %s',
    async (name) => {
      expect(await register(name)).toMatchObject({
        status: 400,
        body: { error: { fields: { name: expect.any(String) } } },
      });
    },
  );

  it.each(['https:bot.test/back', 'https:/bot.test/back', 'http:localhost/back', 'https:///bot.test/back'])(
    'has no address that a page of the site reads as one of its own: %s',
    async (redirect) => {
      expect(await register('Бот', redirect)).toMatchObject({
        status: 400,
        body: { error: { fields: { redirects: expect.any(String) } } },
      });
    },
  );
});

it('keeps to a few grants, also where codes are exchanged at once', async () => {
  const person = await newPerson();
  const codes: string[] = [];
  for (let at = 0; at < mostGrants + 5; at += 1) codes.push(await allowedCode(app, person, client));
  const all = await Promise.all(codes.map((code) => askKeys(app, codeFields(client, code))));
  expect(all.map(({ status }) => status)).toEqual(codes.map(() => 200));
  const { rows } = await app.db.pool.query('select id from access_token where person_id = $1', [person.userId]);
  expect(rows).toHaveLength(mostGrants);
});

describe('a session that a chat of Telegram has opened', () => {
  const entered = z.object({ data: z.object({ session: z.object({ token: z.string() }) }) });

  it('lets no application in for longer than it lasts, and shows and ends what there is', async () => {
    const { person, chatId } = await linkedCreator(app, telegram);
    await grantKeys(app, person, client);
    const body = { initData: initDataOf({ chatId }) };
    const { session } = entered.parse((await app.api('POST Telegram/Enter', { body })).body).data;
    const asked = { clientId: client.clientId, redirectUri: client.redirect, responseType: 'code', scope: allScopes };
    const refusal = { status: 403, body: { error: { code: 'TelegramLogin' } } };
    expect(await app.api('POST Integration/Access', { body: { ...asked, isAllowed: true } }, session)).toMatchObject(
      refusal,
    );
    expect((await app.api('POST Integration/Access', { body: { ...asked, isAllowed: false } }, session)).status).toBe(
      200,
    );
    const token = { name: 'x', scopes: ['oauth-user-show'] };
    expect(await app.api('POST Integration/CreateToken', { body: token }, session)).toMatchObject(refusal);
    const webhook = { url: 'http://127.0.0.1:9/', events: ['donation.paid'] };
    expect(await app.api('POST Integration/CreateWebhook', { body: webhook }, session)).toMatchObject(refusal);
    const own = z.object({ data: z.object({ id: z.string() }) });
    const { id } = own.parse((await app.api('POST Integration/CreateWebhook', { body: webhook }, person)).body).data;
    const change = (url: string) =>
      app.api('PUT Integration/Webhook', { body: { ...webhook, id, url, isOn: false } }, session);
    expect(await change('http://127.0.0.1:9/other')).toMatchObject(refusal);
    expect((await change(webhook.url)).status).toBe(200);
    const query = { applicationId: client.id };
    expect((await app.api('DELETE Integration/Granted', { query }, session)).status).toBe(200);
    expect((await answerAccess(app, person, client)).searchParams.has('code')).toBe(true);
  });
});
