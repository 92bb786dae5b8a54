import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { startIdentityApp } from '#test/support/identity-app.ts';
import { startStandIn } from '#test/support/senders/service-stand-in.ts';
import { ownGateway, telegramGateway } from '#test/support/senders/services.ts';
import { newPhone } from '#test/support/sign-in.ts';

const [telegram, own] = await Promise.all([startStandIn(telegramGateway), startStandIn(ownGateway)]);
const env = { ...telegramGateway.variables(telegram.url), ...ownGateway.variables(own.url) };
const app = await startIdentityApp({ hasLimits: false, env: { SMS: 'telegram-gateway,http', ...env } });
afterAll(async () => {
  await app.close();
  await Promise.all([telegram.close(), own.close()]);
});

const answer = z.object({ message: z.object({ id: z.string(), channel: z.literal('telegram') }) });

async function sendByTelegram(): Promise<string> {
  telegram.mood = 'well';
  const { data } = await app.ask('GET Sms/SendComfirmCode', { query: { phone: newPhone() } });
  const { message } = answer.parse(data);
  return message.id;
}

const stateOf = (id: string) => app.ask('GET Sms/Delivery', { query: { id } });

it('of a code is answered to whoever got the id with the answer', async () => {
  expect((await stateOf(await sendByTelegram())).data).toEqual({ state: 'read' });
  expect(await stateOf(randomUUID())).toMatchObject({ status: 404, code: 'NotFound' });
});

it('is asked of the sender at most every 3 seconds, and not after 10 minutes', async () => {
  const id = await sendByTelegram();
  const questions = () => telegram.asked.filter(({ path }) => path === '/checkVerificationStatus').length;
  const before = questions();
  await app.db.execute(sql`update sms_sent set asked_at = now() + interval '1 minute' where id = ${id}`);
  expect((await stateOf(id)).data).toEqual({ state: 'sent' });
  expect(questions()).toBe(before);
  await app.db.execute(
    sql`update sms_sent set asked_at = null, sent_at = sent_at - interval '10 minutes' where id = ${id}`,
  );
  expect((await stateOf(id)).data).toEqual({ state: 'sent' });
  expect(questions()).toBe(before);
  await app.db.execute(sql`update sms_sent set sent_at = now() where id = ${id}`);
  expect((await stateOf(id)).data).toEqual({ state: 'read' });
  await app.db.execute(sql`update sms_sent set asked_at = asked_at - interval '3 seconds' where id = ${id}`);
  expect((await stateOf(id)).data).toEqual({ state: 'read' });
  expect(questions()).toBe(before + 1);
});

it('is unknown of an SMS whose sender reports nothing: the answer is as without other senders', async () => {
  telegram.mood = 'number';
  const asked = await app.ask('POST Identity/Register', { body: { phone: newPhone(), password: 'верная лошадь 47' } });
  expect(asked.data).toEqual({ codeSent: true, resendIn: 60, actionId: expect.any(String) });
  const sent = await app.ask('GET Sms/SendComfirmCode', { query: { phone: newPhone() } });
  expect(sent.data).toEqual({ codeSent: true, resendIn: 60 });
});
