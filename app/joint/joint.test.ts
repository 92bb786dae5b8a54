import { afterAll, describe, expect, it } from 'vitest';
import { setBlocked } from '#app/creators/creators.server.ts';
import { openJointFixture } from '#test/support/joint-fixture.ts';

const fixture = await openJointFixture();
afterAll(() => fixture.app.close());

const code = (answer: { body: unknown }) => (answer.body as { error: { code: string } | null }).error?.code ?? null;

describe('a stream together', () => {
  it('is planned, agreed to, started, and shown on the page of each member', async () => {
    const creators = await fixture.creators(3);
    const [host, second, third] = creators;
    if (!host || !second || !third) throw new Error('there are three');
    const made = await fixture.planned(creators, [50, 30, 20]);
    expect(made).toMatchObject({ state: 'Planned', revision: 1, isHost: true });
    expect(await fixture.shown(host)).toBeNull();
    expect(await fixture.own(second)).toMatchObject([{ id: made.id, isHost: false, state: 'Planned' }]);
    const started = fixture.readOf(await fixture.start(host, made, { hours: 3 }));
    expect(started.state).toBe('Runs');
    const shown = await fixture.shown(third);
    expect(shown?.members.map(({ percent }) => percent).toSorted()).toEqual([20, 30, 50]);
    expect(await fixture.shown(host)).toEqual(shown);
    for (const { userName } of creators) {
      const { body } = await fixture.app.request('GET User/GetByName', { query: { userName } });
      expect(body).toMatchObject({ data: { isSharing: true } });
    }
    expect(code(await fixture.start(host, made))).toBe('JointStarted');
    expect(code(await fixture.agree(second, made))).toBe('JointStarted');
  });

  it('starts only when all have agreed to what it is now', async () => {
    const creators = await fixture.creators(3);
    const [host, second, third] = creators;
    if (!host || !second || !third) throw new Error('there are three');
    const made = await fixture.planned(creators, [50, 30, 20]);
    const body = { jointId: made.id, revision: 1, title: 'Вместе', percent: 40 };
    const members = [second, third].map(({ userName }) => ({ userName, percent: 30 }));
    expect(code(await fixture.save(second, { ...body, members }))).toBe('NotFound');
    const changed = fixture.readOf(await fixture.save(host, { ...body, members }));
    expect(changed).toMatchObject({ revision: 2 });
    expect(changed.members.map(({ answer }) => answer)).toEqual(['Agreed', 'None', 'None']);
    expect(code(await fixture.save(host, { ...body, members }))).toBe('JointChanged');
    expect(code(await fixture.start(host, changed))).toBe('JointNotAgreed');
    expect(code(await fixture.agree(second, made))).toBe('JointChanged');
    await fixture.agree(second, changed);
    await fixture.agree(third, changed, false);
    expect(code(await fixture.start(host, changed))).toBe('JointNotAgreed');
    expect(await fixture.own(third)).toEqual([]);
    expect(code(await fixture.agree(await fixture.creator(), changed))).toBe('NotFound');
  });

  it('names its members once, with all of the percents', async () => {
    const [host, second] = await fixture.creators(2);
    if (!host || !second) throw new Error('there are two');
    const save = (members: object[], percent = 50) => fixture.save(host, { title: 'Вместе', percent, members });
    const fieldsOf = async (members: object[], percent?: number) =>
      (await save(members, percent)).body as { error: { fields: object } };
    const other = { userName: second.userName, percent: 50 };
    expect((await fieldsOf([other], 40)).error.fields).toHaveProperty('percent');
    expect((await fieldsOf([{ ...other, userName: 'nobody_here' }])).error.fields).toHaveProperty([
      'members.0.userName',
    ]);
    expect((await fieldsOf([{ ...other, userName: host.userName }])).error.fields).toHaveProperty([
      'members.0.userName',
    ]);
    expect((await save([])).status).toBe(400);
    for (let at = 0; at < 3; at += 1) expect((await save([other])).status).toBe(200);
    expect(code(await save([other]))).toBe('TooManyJoints');
  });

  it('is left by a member, and ends with its host, with one member left, and with its time', async () => {
    const creators = await fixture.creators(3);
    const [host, second, third] = creators;
    if (!host || !second || !third) throw new Error('there are three');
    const made = await fixture.running(creators, [50, 30, 20]);
    const before = await fixture.shown(host);
    fixture.readOf(await fixture.end(second, made));
    expect(await fixture.shown(second)).toBeNull();
    const after = await fixture.shown(host);
    expect(after?.members).toHaveLength(2);
    expect(after?.revision).not.toBe(before?.revision);
    expect(fixture.readOf(await fixture.end(third, made)).state).toBe('Ended');
    expect(await fixture.shown(host)).toBeNull();
    const again = await fixture.running(creators, [50, 30, 20]);
    expect(fixture.readOf(await fixture.end(host, again)).state).toBe('Ended');
    expect(code(await fixture.end(second, again))).toBe('JointEnded');
    const last = await fixture.running(creators, [34, 33, 33]);
    await fixture.app.db.pool.query("update joint_stream set ends_at = now() - interval '1 second' where id = $1", [
      last.id,
    ]);
    expect(await fixture.shown(third)).toBeNull();
    expect((await fixture.running(creators, [98, 1, 1])).state).toBe('Runs');
  });

  it('is over for good where its host is blocked, or all others are', async () => {
    const creators = await fixture.creators(3);
    const [host, second, third] = creators;
    if (!host || !second || !third) throw new Error('there are three');
    const block = ({ userId }: typeof host, isBlocked: boolean) =>
      fixture.app.db.transaction((tx) => setBlocked(tx, userId, isBlocked));
    const first = await fixture.running(creators, [50, 30, 20]);
    await block(host, true);
    const others = await fixture.running([second, third], [60, 40]);
    await block(host, false);
    expect(await fixture.own(host)).toMatchObject([{ id: first.id, state: 'Ended' }]);
    await block(third, true);
    expect((await fixture.running([host, second], [60, 40])).state).toBe('Runs');
    await block(third, false);
    expect(await fixture.own(third)).toMatchObject([{ id: others.id, state: 'Ended' }, { id: first.id }]);
  });

  it('invites nobody who has ten invitations to answer, until one is answered', async () => {
    const [common, late, ...hosts] = await fixture.creators(12);
    if (!common || !late) throw new Error('there are twelve');
    const members = [{ userName: common.userName, percent: 50 }];
    const invite = (host: typeof common) => fixture.save(host, { title: 'Вместе', percent: 50, members });
    const made = await Promise.all(hosts.map(async (host) => fixture.readOf(await invite(host))));
    const refused = (await invite(late)).body as { error: { fields: object } };
    expect(refused.error.fields).toEqual({ 'members.0.userName': 'У этого автора уже десять приглашений без ответа' });
    const [first, second] = made;
    const [host] = hosts;
    if (!first || !second || !host) throw new Error('there are ten');
    const change = { jointId: first.id, revision: 1, title: 'Иначе', percent: 50, members };
    expect((await fixture.save(host, change)).status).toBe(200);
    await fixture.agree(common, second, false);
    expect((await invite(late)).status).toBe(200);
  });

  it('is ended by a moderator with a reason', async () => {
    const creators = await fixture.creators(2);
    const [host] = creators;
    const made = await fixture.running(creators, [50, 50]);
    if (!host) throw new Error('there are two');
    const body = { jointId: made.id, reason: 'Обман' };
    const staff = await fixture.staff();
    const list = { query: { userName: host.userName } };
    expect((await fixture.app.request('GET Moderator/Joints', list, { token: host.token })).status).toBe(403);
    expect((await fixture.app.request('GET Moderator/Joints', list, { token: staff.token })).body).toMatchObject({
      data: { count: 1, items: [{ id: made.id, state: 'Runs' }] },
    });
    const unknown = { query: { userName: 'nobody_here' } };
    expect((await fixture.app.request('GET Moderator/Joints', unknown, { token: staff.token })).status).toBe(404);
    expect((await fixture.app.request('POST Moderator/EndJoint', { body }, { token: host.token })).status).toBe(403);
    expect((await fixture.app.request('POST Moderator/EndJoint', { body }, { token: staff.token })).status).toBe(200);
    expect(await fixture.own(host)).toMatchObject([{ state: 'Ended', removedFor: 'Обман' }]);
    expect(await fixture.isAudited(host, 'Moderator/EndJoint')).toBe(true);
  });

  it('takes nobody who shares in another one, however many start at once', async () => {
    const [common, ...hosts] = await fixture.creators(6);
    if (!common) throw new Error('there are six');
    const made = await Promise.all(hosts.map((host) => fixture.planned([host, common], [50, 50])));
    const answers = await Promise.all(made.map((joint, at) => fixture.start(hosts[at] ?? common, joint)));
    expect(answers.map(code).toSorted()).toEqual([...Array.from({ length: 4 }, () => 'JointElsewhere'), null]);
  });
});
