import { afterAll, describe, expect, it, vi } from 'vitest';
import { JointFixture } from '#test/support/joint-fixture.ts';
import { linkedCreator, startNoticeApp } from '#test/support/notices/notice-fixture.ts';
import { signIn } from '#test/support/sign-in.ts';
import { testSecrets } from '#test/support/start-app.ts';

const { app, telegram, close } = await startNoticeApp();
const fixture = new JointFixture(app);
const moderator = await signIn(app.db, testSecrets.jwt, { role: 'moderator' });
afterAll(() => close());

/** A creator with a chat, and what came to it after the greeting. */
async function linked(language = 'ru') {
  const userName = `j${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`;
  const { person, chatId } = await linkedCreator(app, telegram, { language, userName });
  await app.db.pool.query(`update notice_receiver set topics = '{}' where person_id = $1`, [person.userId]);
  const texts = () =>
    telegram
      .to(chatId)
      .slice(1)
      .map(({ text }) => text);
  const next = async (count: number) => {
    await vi.waitUntil(() => texts().length >= count, { timeout: 15_000 });
    return texts()[count - 1] ?? '';
  };
  return { ...person, userName, texts, next };
}

const waits = async () => {
  const { rows } = await app.db.pool.query(`select from notice where topic = 'joint' and state = 'waiting'`);
  return rows.length;
};

/** Until nothing is left to be sent. */
const settled = () => vi.waitUntil(async () => (await waits()) === 0, { timeout: 15_000 });

describe('the members of a stream together are notified, whatever else they want to know', () => {
  it('of the invitation, that all have agreed, the start, who leaves, and the end', async () => {
    const host = await linked();
    const second = await linked('en');
    const third = await linked('uz');
    const body = {
      title: 'Кооператив <до утра>',
      percent: 50,
      members: [
        { userName: second.userName, percent: 30 },
        { userName: third.userName, percent: 20 },
      ],
    };
    const made = fixture.readOf(await fixture.save(host, body));
    expect(await second.next(1)).toMatch(
      /^<b>.*@.* invites you to stream together<\/b>\n“Кооператив &lt;до утра&gt;”\. Your share of donations: 30%\..*\n.*\/profile\/together$/s,
    );
    expect(await second.next(1)).toContain(`@${host.userName}`);
    expect(await third.next(1)).toContain('ulushingiz: 20 %');
    await fixture.agree(second, made);
    await fixture.agree(third, made);
    await fixture.agree(third, made);
    expect(await host.next(1)).toContain('все согласились');
    await fixture.start(host, made, { hours: 3 });
    expect(await second.next(2)).toMatch(/is on<\/b>\nDonations are shared until \d\d:\d\d, your share is 30%/);
    expect(await third.next(2)).toContain('ulushingiz 20 %');
    await fixture.end(third, made);
    expect(await host.next(2)).toContain(`@${third.userName}`);
    expect(await host.next(2)).toContain('идёт дальше');
    expect(await second.next(3)).toContain('goes on');
    await fixture.end(second, made);
    expect(await host.next(3)).toContain('на этом закончился');
    await settled();
    expect([host.texts().length, second.texts().length, third.texts().length]).toEqual([3, 3, 2]);
  }, 60_000);

  it('once more of terms that have changed since they answered, and of who declines', async () => {
    const host = await linked();
    const second = await linked();
    const of = (percent: number) => ({
      title: 'Вместе',
      percent: 100 - percent,
      members: [{ userName: second.userName, percent }],
    });
    const made = fixture.readOf(await fixture.save(host, of(40)));
    expect(await second.next(1)).toContain('40 %');
    // Whoever has not answered reads the present terms where the answer is given.
    const changed = fixture.readOf(await fixture.save(host, { ...of(30), jointId: made.id, revision: 1 }));
    await fixture.agree(second, changed);
    expect(await host.next(1)).toContain('все согласились');
    const again = fixture.readOf(await fixture.save(host, { ...of(20), jointId: made.id, revision: 2 }));
    expect(await second.next(2)).toMatch(/условия стрима изменились<\/b>\nВаша доля донатов теперь 20 %/);
    await fixture.agree(second, again);
    await host.next(2);
    // Within the hour, too: nothing is asked anew of whoever has not answered.
    const last = fixture.readOf(await fixture.save(host, { ...of(10), jointId: made.id, revision: 3 }));
    expect(await second.next(3)).toContain('теперь 10 %');
    await fixture.agree(second, last, false);
    await fixture.end(second, last);
    expect(await host.next(3)).toContain('не участвует');
    await settled();
    expect([host.texts().length, second.texts().length]).toEqual([3, 3]);
  }, 60_000);

  it('of nothing that has passed, and not again and again by a host who cancels and invites', async () => {
    const host = await linked();
    const second = await linked();
    const body = { title: 'Вместе', percent: 50, members: [{ userName: second.userName, percent: 50 }] };
    for (const _ of [1, 2, 3]) {
      const made = fixture.readOf(await fixture.save(host, body));
      await settled();
      await fixture.end(host, made);
    }
    expect(second.texts()).toHaveLength(1);
    // Agreed and started before it could be sent: there is nothing to answer any more.
    const third = await linked();
    await app.db.pool.query(`update notice_receiver set next_at = now() + interval '3 seconds' where person_id = $1`, [
      third.userId,
    ]);
    const quick = fixture.readOf(
      await fixture.save(host, { ...body, members: [{ userName: third.userName, percent: 50 }] }),
    );
    await fixture.agree(third, quick);
    await fixture.start(host, quick);
    expect(await third.next(1)).toContain('стрим вместе идёт');
  }, 60_000);

  it('of the reason of a moderator who stops it', async () => {
    const host = await linked();
    const second = await linked();
    const body = { title: 'Вместе', percent: 50, members: [{ userName: second.userName, percent: 50 }] };
    const made = fixture.readOf(await fixture.save(host, body));
    await second.next(1);
    await fixture.agree(second, made);
    await host.next(1);
    await fixture.start(host, made);
    await second.next(2);
    for (const _ of [1, 2]) {
      await app.api('POST Moderator/EndJoint', { body: { jointId: made.id, reason: 'Накрутка & спам' } }, moderator);
    }
    expect(await host.next(2)).toMatch(/остановил модератор<\/b>\nПричина: Накрутка &amp; спам/);
    expect(await second.next(3)).toContain('Накрутка &amp; спам');
    await settled();
    expect([host.texts().length, second.texts().length]).toEqual([2, 3]);
  }, 60_000);
});
