import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { bindCalls, type Handlers } from '#base/calls/bound-call.server.ts';
import { post } from '#base/calls/call.ts';
import { failure } from '#base/calls/errors.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { EventStreams } from '#base/events/event-stream.server.ts';
import { openTestDatabase } from '#test/support/database/database.ts';
import { createLimits } from '../calls/rate-limit.server.ts';
import { registerEnvelope } from './envelope.server.ts';
import { createFastify } from './fastify.server.ts';
import { registerCalls } from './http.server.ts';

const refused = failure('Refused', 409, 'Нельзя');
const body = z.strictObject({ what: z.string() });
const answer = z.object({ id: z.string(), by: z.string() });

const contract = {
  one: post('Thing/One', { summary: 'One', access: 'guest', body, answer, errors: [refused], idempotent: true }),
  own: post('Thing/Own', {
    summary: 'Own',
    access: 'guest',
    body,
    answer,
    errors: [refused],
    idempotent: true,
    transaction: 'own',
  }),
  line: post('Thing/Line', {
    summary: 'Line',
    access: 'user',
    body,
    answer,
    errors: [refused],
    audited: true,
    transaction: 'own',
  }),
};

/** Where a handler waits until a test lets it go on: `claimed`, before its effect; `planned`, between two effects. */
type Place = 'claimed' | 'planned';

/** A process: the same calls on the same database, stopped wherever a test says so. */
async function openProcess(name: string) {
  const gates = new Map<Place, Promise<void>>();
  const reached = new Map<Place, () => void>();
  const pass = async (place: Place) => {
    reached.get(place)?.();
    await gates.get(place);
  };
  const write = (db: Queryable, id: string, kind: string) =>
    db.run({ name: 'effect', text: 'insert into effect (id, kind, by) values ($1, $2, $3)' }, [id, kind, name]);
  const handlers: Handlers<typeof contract> = {
    one: async ({ body: { what } }, context) => {
      if (what === 'refused') throw refused();
      const id = await context.claim(context.db);
      await pass('claimed');
      await write(context.db, id, 'one');
      return { id, by: name };
    },
    own: async ({ body: { what } }, context) => {
      if (what === 'refused') throw refused();
      const id = await context.claim(context.db);
      await pass('claimed');
      await context.transaction((tx) => write(tx, id, `first by ${name}`));
      await pass('planned');
      return context.conclude(async (tx) => {
        await write(tx, id, 'own');
        return { id, by: name };
      });
    },
    line: async ({ body: { what } }, context) => {
      if (what === 'refused') throw refused();
      await context.transaction(async (tx) => {
        await write(tx, crypto.randomUUID(), 'line');
        await context.record(tx, { subject: what });
        if (what === 'undone') throw refused();
      });
      if (what === 'broken') throw new Error('the process dies after its effect');
      return { id: '', by: name };
    },
  };
  const app = await createFastify({ log: pino({ level: 'silent' }), trustProxy: 'true' });
  await app.register(
    (api, _options, done) => {
      registerEnvelope(api);
      registerCalls(api, bindCalls(contract, handlers), {
        db: database.db,
        limits: createLimits(database.db, true),
        streams: new EventStreams(),
        answers: null,
        authenticate: async (token) => ({ userId: token, sessionId: 's', roles: ['user'] }),
        holdSession: async () => undefined,
        audit: async (tx, { subject }) => void (await write(tx, crypto.randomUUID(), `audit ${subject}`)),
      });
      done();
    },
    { prefix: '/api' },
  );
  return {
    app,
    /** From now on handlers stop at a place. `arrived`: one does. */
    stopAt(place: Place) {
      const gate = Promise.withResolvers<void>();
      const arrival = Promise.withResolvers<void>();
      gates.set(place, gate.promise);
      reached.set(place, arrival.resolve);
      const goOn = () => {
        gates.delete(place);
        gate.resolve();
      };
      return { arrived: arrival.promise, goOn };
    },
  };
}

const database = await openTestDatabase();
await database.db.pool.query('create table effect (id uuid, kind text, by text)');
const first = await openProcess('first');
const second = await openProcess('second');
afterAll(async () => {
  await Promise.all([first, second].map(({ app }) => app.close()));
  await database.close();
});

async function ask({ app }: { app: FastifyInstance }, path: 'One' | 'Own' | 'Line', key: string, what = 'this') {
  const headers = { authorization: 'Bearer somebody', 'idempotency-key': key };
  const answered = await app.inject({ method: 'POST', url: `/api/Thing/${path}`, payload: { what }, headers });
  return { status: answered.statusCode, body: answered.json() };
}

/** The claim of a process that stands still is over. */
const outlastClaims = () =>
  database.db.pool.query(`update idempotency_key set locked_until = now() - interval '1 second' where answer is null`);

async function effects(id: string): Promise<string[]> {
  const { rows } = await database.db.pool.query<{ kind: string }>(
    'select kind from effect where id = $1 order by kind',
    [id],
  );
  return rows.map(({ kind }) => kind);
}

test('a paused call of one transaction holds the key until it ends, and has one effect', async () => {
  const key = 'stands still in its transaction';
  const gate = first.stopAt('claimed');
  const late = ask(first, 'One', key);
  await gate.arrived;
  await outlastClaims();
  expect(await ask(second, 'One', key)).toMatchObject({ status: 409, body: { error: { code: 'RequestInProgress' } } });
  gate.goOn();
  const answered = await late;
  expect(answered).toMatchObject({ status: 200, body: { data: { by: 'first' } } });
  expect(await ask(second, 'One', key)).toEqual(answered);
  expect(await effects(answered.body.data.id)).toEqual(['one']);
});

test('a call with transactions of its own that has lost its key writes nothing more and answers what the other did', async () => {
  const key = 'stands still before its first effect';
  const gate = first.stopAt('claimed');
  const late = ask(first, 'Own', key);
  await gate.arrived;
  await outlastClaims();
  const answered = await ask(second, 'Own', key);
  expect(answered).toMatchObject({ status: 200, body: { data: { by: 'second' } } });
  gate.goOn();
  expect(await late).toEqual(answered);
  expect(await effects(answered.body.data.id)).toEqual(['first by second', 'own']);
});

test('one that has written its first effect does not write its last one', async () => {
  const key = 'stands still between its effects';
  const gate = first.stopAt('planned');
  const late = ask(first, 'Own', key);
  await gate.arrived;
  await outlastClaims();
  const answered = await ask(second, 'Own', key);
  gate.goOn();
  expect(await late).toEqual(answered);
  expect(await effects(answered.body.data.id)).toEqual(['first by first', 'first by second', 'own']);
  expect(await ask(first, 'Own', key)).toEqual(answered);
});

test('a claim that holds is not taken by another try', async () => {
  const key = 'holds its claim';
  const gate = first.stopAt('planned');
  const asked = ask(first, 'Own', key);
  await gate.arrived;
  await database.db.pool.query(
    `update idempotency_key set locked_until = now() + interval '1 hour' where answer is null`,
  );
  expect(await ask(second, 'Own', key)).toMatchObject({ status: 409 });
  gate.goOn();
  expect(await asked).toMatchObject({ status: 200, body: { data: { by: 'first' } } });
});

test('500 refused requests leave no key behind', async () => {
  const { rows: before } = await database.db.pool.query('select from idempotency_key');
  for (const path of ['One', 'Own'] as const) {
    for (let index = 0; index < 250; index += 1) {
      expect((await ask(first, path, `a key of a refused request ${index}`, 'refused')).status).toBe(409);
    }
  }
  const { rows } = await database.db.pool.query('select from idempotency_key');
  expect(rows.length).toBe(before.length);
});

test('the audit line is committed with the change or not at all, whatever happens to the process', async () => {
  const lines = async (what: string) => {
    const { rows } = await database.db.pool.query('select from effect where kind = $1', [`audit ${what}`]);
    return rows.length;
  };
  for (const what of ['broken', 'undone', 'refused', 'done']) await ask(first, 'Line', 'a key', what);
  expect(await lines('broken')).toBe(1);
  expect(await lines('done')).toBe(1);
  expect([await lines('undone'), await lines('refused')]).toEqual([0, 0]);
});

test("a guest's stored answer requires the secret sent with the key, or the same network", async () => {
  const give = async (address: string, secret?: string) => {
    const headers = { 'idempotency-key': 'a key that two guests chose', 'x-forwarded-for': address };
    const sent = { ...headers, ...(secret !== undefined && { 'guest-secret': secret }) };
    const answered = await first.app.inject({
      method: 'POST',
      url: '/api/Thing/Own',
      payload: { what: 'this' },
      headers: sent,
    });
    return answered.statusCode === 200 ? answered.json().data.id : answered.statusCode;
  };
  const own = await give('192.0.2.1');
  expect(await give('192.0.2.1')).toBe(own);
  expect(await give('192.0.2.2')).not.toBe(own);
  const sixth = await give('2001:db8:1:2::1');
  expect(await give('2001:db8:1:2::ffff')).toBe(sixth);
  const secret = 'a secret of one browser';
  const other = 'a secret of another one';
  const known = await give('192.0.2.1', secret);
  expect(known).not.toBe(own);
  expect(await give('198.51.100.7', secret)).toBe(known);
  expect(await give('192.0.2.1', other)).not.toBe(known);
  expect(await give('192.0.2.1', 'short')).toBe(400);
});
