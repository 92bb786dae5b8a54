import { expect, it } from 'vitest';
import { signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';
import { givePaidTo, makeWebhook, readWebhookLog } from '#test/support/tool-fixture.ts';
import { removeWebhook } from './webhooks-store.server.ts';

it('a donation is paid at once while a webhook of its creator is being removed', async () => {
  const app = await startApp({ env: { LIMITS: 'off' } });
  const person = await signIn(app.db, testSecrets.jwt);
  const gone = await makeWebhook(app, person, 'http://127.0.0.1:9/gone', ['donation.paid']);
  const other = await makeWebhook(app, person, 'http://127.0.0.1:9/other', ['donation.paid']);
  await app.db.transaction(async (tx) => {
    await removeWebhook(tx, gone.id, person.userId);
    await givePaidTo(app, person);
  });
  expect((await readWebhookLog(app, person, other.id)).count).toBe(1);
  await app.close();
}, 60_000);
