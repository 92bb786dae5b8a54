import { afterAll, describe, expect, it } from 'vitest';
import { publishField } from '#app/creators/creators.server.ts';
import { profileClient } from '#test/support/profile-client.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { startApp } from '#test/support/start-app.ts';

const rounds = 25;
const link = 'https://t.me/pevets';

const { newcomer, setField, fieldOf, publicUser } = profileClient(() => app);

const app = await startApp({ env: { LIMITS: 'off' } });
const moderator = await newcomer({ role: 'moderator' });
const colleague = await newcomer({ role: 'moderator' });
afterAll(() => app.close());

/** A decision as the queue sends it, with the values that the moderator saw. */
function decide(call: 'ConfirmUser' | 'RejectUser', who: SignedIn, owner: SignedIn, seen: [string, string, string]) {
  const [name, value, state] = seen;
  const body = { userId: owner.userId, fields: [name], values: { [name]: value }, states: { [name]: state } };
  const comments = call === 'RejectUser' ? { comments: { [name]: 'Нет' } } : {};
  return app.request(`PUT Moderator/${call}`, { body: { ...body, ...comments } }, { token: who.token });
}

const undo = (who: SignedIn, owner: SignedIn, name: string) =>
  app.api('PUT Moderator/UndoDecision', { body: { userId: owner.userId, fields: [name] } }, { token: who.token });

/** A published, confirmed value that was never requested: such a field has no row. */
async function shownWithoutRequest(name: 'About' | 'TgLink', value: string): Promise<SignedIn> {
  const owner = await newcomer();
  await app.db.transaction((tx) => publishField(tx, owner.userId, name, value));
  return owner;
}

/** The link as its owner sees it, and whether the page shows one although nothing is under review. */
async function linkOf(owner: SignedIn) {
  const field = await fieldOf(owner, 'TgLink');
  const { tgLink } = await publicUser(owner);
  return { value: field?.value, isShown: field?.state === 'Confirmed' && tgLink !== null };
}

describe('concurrent changes by owner and moderators', () => {
  it('never publish a link that its owner withdrew during the confirmation', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const owner = await newcomer();
      await setField(owner, 'TgLink', link);
      await decide('RejectUser', moderator, owner, ['TgLink', link, 'Awaiting']);
      const [withdrawn, confirmed] = await Promise.all([
        setField(owner, 'TgLink', ''),
        decide('ConfirmUser', colleague, owner, ['TgLink', link, 'Reject']),
      ]);
      expect([withdrawn.status, [200, 409].includes(confirmed.status)]).toEqual([200, true]);
      expect(await linkOf(owner)).toEqual({ value: '', isShown: false });
    }
  });

  it('never publish a link that its owner withdrew while its rejection was undone', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const owner = await shownWithoutRequest('TgLink', link);
      await decide('RejectUser', moderator, owner, ['TgLink', link, 'Confirmed']);
      const [withdrawn, undone] = await Promise.all([setField(owner, 'TgLink', ''), undo(moderator, owner, 'TgLink')]);
      expect([withdrawn.status, [200, 409].includes(undone.status)]).toEqual([200, true]);
      expect(await linkOf(owner)).toEqual({ value: '', isShown: false });
    }
  });

  it('never overwrite a request of the owner while the published value is rejected', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const owner = await shownWithoutRequest('About', 'Старое');
      const [asked, rejected] = await Promise.all([
        setField(owner, 'About', 'Новое'),
        decide('RejectUser', moderator, owner, ['About', 'Старое', 'Confirmed']),
      ]);
      expect([asked.status, [200, 409].includes(rejected.status)]).toEqual([200, true]);
      expect(await fieldOf(owner, 'About')).toMatchObject({ value: 'Новое', state: 'Awaiting' });
      expect((await publicUser(owner)).about).toBe(rejected.status === 200 ? null : 'Старое');
    }
  });

  it('let one of two rejections of a never requested value win', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const owner = await shownWithoutRequest('About', 'Спорное');
      const answers = await Promise.all(
        [moderator, colleague].map((who) => decide('RejectUser', who, owner, ['About', 'Спорное', 'Confirmed'])),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(await fieldOf(owner, 'About')).toMatchObject({ value: 'Спорное', state: 'Reject' });
    }
  });
});
