import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { calls } from '#app/calls.ts';
import { type SignedIn, signIn } from '#test/support/sign-in.ts';
import { type ApiInput, startApp, testSecrets } from '#test/support/start-app.ts';

const people: Record<string, SignedIn> = {};

const app = await startApp();
afterAll(() => app.close());

/** A user of the matrix, created once for the whole file. */
async function someone(name: string): Promise<SignedIn> {
  const role = name.includes('admin') ? 'admin' : name.includes('moderator') ? 'moderator' : 'user';
  people[name] ??= await signIn(app.db, testSecrets.jwt, { role });
  return people[name];
}

/** Calls of staff about one user that check the authority, with their input. */
const ruled: Readonly<Record<string, (userId: string) => ApiInput>> = {
  'PUT Moderator/ConfirmUser': (userId) => ({ body: { userId, fields: [], confirmed: true } }),
  'PUT Moderator/RejectUser': (userId) => ({ body: { userId, fields: ['About'], comments: {} } }),
  'PUT Moderator/UndoDecision': (userId) => ({ body: { userId, fields: ['About'] } }),
  'PUT Moderator/BlockUser': (userId) => ({ query: { userId } }),
  'PUT Moderator/UnblockUser': (userId) => ({ query: { userId } }),
  'PUT Moderator/EndSessions': (userId) => ({ query: { userId } }),
  'GET Moderator/UserSessions': (userId) => ({ query: { userId } }),
  'GET Moderator/UserDonations': (userId) => ({ query: { userId, kind: 'received' } }),
};

/** Calls without the check: their data is in lists, too, or they are for admins. */
const free = ['GET Moderator/GetUser', 'GET Moderator/UserHistory', 'PUT Moderator/SetRole'];

const pairs: readonly (readonly [by: string, whom: string, may: boolean])[] = [
  ['moderator', 'user', true],
  ['moderator', 'other moderator', true],
  ['moderator', 'moderator', false],
  ['moderator', 'admin', false],
  ['admin', 'user', true],
  ['admin', 'some moderator', true],
  ['admin', 'other admin', true],
  ['admin', 'admin', false],
];

const membersOf = (schema: unknown) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []);

describe('the authority of staff over users', () => {
  it('is declared for every call of moderators about one user', () => {
    const about = Object.values(calls.moderation).flatMap(({ method, path, ...one }) => {
      const members = [...membersOf(Reflect.get(one, 'query')), ...membersOf(Reflect.get(one, 'body'))];
      return members.includes('userId') ? [`${method} ${path}`] : [];
    });
    expect(about.toSorted()).toEqual([...Object.keys(ruled), ...free].toSorted());
  });

  it.each(Object.keys(ruled))('%s: neither over oneself nor over a user of a higher role', async (name) => {
    for (const [by, whom, may] of pairs) {
      const caller = await someone(by);
      const person = await someone(`${whom}${by === whom ? '' : ` under ${name}`}`);
      const answer = await app.request(name, ruled[name]?.(person.userId) ?? {}, { token: caller.token });
      // An allowed call may find nothing to do.
      const seen = answer.status === 403 ? 'refused' : [200, 409].includes(answer.status) ? 'done' : answer.status;
      expect([by, whom, seen]).toEqual([by, whom, may ? 'done' : 'refused']);
    }
    const unknown = ruled[name]?.('01a1fc5f-8133-76af-8f84-02f94d350c03') ?? {};
    expect((await app.request(name, unknown, { token: (await someone('admin')).token })).status).toBe(404);
  });

  it('is reported with a profile for the screens', async () => {
    const mayDecide = async (by: string, whom: string) => {
      const query = { userId: (await someone(whom)).userId };
      const { body } = await app.api('GET Moderator/GetUser', { query }, { token: (await someone(by)).token });
      return Object.assign({ data: { mayDecide: null } }, body).data.mayDecide;
    };
    for (const [by, whom, may] of pairs) expect([by, whom, await mayDecide(by, whom)]).toEqual([by, whom, may]);
  });

  it('is reported in the queue, too', async () => {
    const moderator = await someone('moderator');
    const admin = await someone('admin');
    for (const one of [moderator, admin]) {
      const body = { fields: [{ name: 'About', value: 'Жду решения' }] };
      await app.api('POST PersonalAccount/Update', { body }, { token: one.token });
    }
    const queueOf = async ({ token }: SignedIn) => {
      const { body } = await app.api('GET Moderator/GetUserFieldsByState', { query: { Take: 100 } }, { token });
      const { items } = Object.assign({ data: { items: [] } }, body).data;
      return new Map(
        [...items].map(({ userId, mayDecide }: { userId: string; mayDecide: boolean }) => [userId, mayDecide]),
      );
    };
    const ofModerator = await queueOf(moderator);
    const ofAdmin = await queueOf(admin);
    expect([ofModerator.get(moderator.userId), ofModerator.get(admin.userId)]).toEqual([false, false]);
    expect([ofAdmin.get(moderator.userId), ofAdmin.get(admin.userId)]).toEqual([true, false]);
  });
});
