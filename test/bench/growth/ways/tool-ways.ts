import { textOf } from '#test/bench/support/donation-maker.ts';
import { call } from '../fixture.ts';
import { idOf } from '../ids.ts';
import { foundId } from './found.ts';
import { waysOf } from './way.ts';

const token = (at: number) => ({
  as: 'donor' as const,
  body: { name: `Ключ ${at}`, scopes: ['oauth-donation-index'] },
});

/** Keys, receivers of notices, and addresses that messages are sent to. */
export const toolWays = waysOf({
  'GET Project/ChangeAccount': () => ({ as: 'donor', query: { id: idOf.project(2), account: idOf.account(2) } }),
  'POST Integration/CreateToken': (_, at) => token(at),
  'DELETE Integration/Token': async (fixture, at) => {
    await fixture.client.query('delete from access_token where person_id = $1', [idOf.person(2)]);
    const made = await call(fixture, 'POST Integration/CreateToken', token(at));
    return { as: 'donor', query: { id: textOf(made, 'id') } };
  },
  'PUT Notice/Receiver': (_, at) => ({
    as: 'donor',
    body: { id: idOf.receiver(2), topics: [], language: at % 2 === 0 ? 'ru' : 'uz' },
  }),
  /** A browser with many notices. */
  'DELETE Notice/Receiver': async (fixture, at) => {
    const id = await foundId(
      fixture,
      `insert into notice_receiver (person_id, via, endpoint, p256dh, auth, name, topics, language, gets_messages)
       values ($1, 'push', $2, repeat('B', 87), repeat('A', 22), 'Chrome', '{}', 'ru', false) returning id`,
      [idOf.person(2), `https://push.example.uz/removed/${at}`],
    );
    await fixture.client.query(
      `insert into notice (receiver_id, via, topic, subject, data, state, sent_at)
       select $1, 'push', 'donation', n::text, '{}', 'sent', now() from generate_series(1, $2::int) n`,
      [id, Math.max(1, Math.round(fixture.sizes.donations / 500))],
    );
    return { as: 'donor', query: { id } };
  },
  'POST Notice/Browser': (_, at) => ({
    as: 'donor',
    body: {
      endpoint: `https://push.example.uz/added/${at}`,
      p256dh: 'B'.repeat(87),
      auth: 'A'.repeat(22),
      language: 'ru',
    },
  }),
  /** The address that gets most messages is removed with them. */
  'DELETE Integration/Webhook': async (fixture, at) => {
    const id = await foundId(
      fixture,
      `insert into webhook (person_id, project_id, url, events, secret_sealed, is_on, switched_off_at)
       values ($1, $2, $3, '{donation.paid}', '\\x00', false, now()) returning id`,
      [idOf.person(1), idOf.project(1), `https://hooks.example.uz/removed/${at}`],
    );
    await fixture.client.query(
      `insert into webhook_delivery (webhook_id, event, subject, body, state, attempts, next_at, last_status, created_at, delivered_at)
       select $1, event, subject, body, state, attempts, null, last_status, created_at, delivered_at from webhook_delivery
       where webhook_id = $2 and state = 'delivered'`,
      [id, idOf.webhook(1)],
    );
    return { as: 'creator', query: { id } };
  },
});
