import { afterAll, expect, test } from 'vitest';
import { openMembershipFixture } from '#test/support/money/membership-fixture.ts';
import { atLevel, PostFixture, secret } from '#test/support/money/post-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { dataOf } from '#test/support/start-app.ts';

const fixture = await openMembershipFixture();
afterAll(() => fixture.close());
const posts = new PostFixture(fixture);

const prices = { cheap: 10_000, middle: 20_000, dear: 30_000 };
const nothing = { everyone: true, members: false, level: false };
const everything = { everyone: true, members: true, level: true };

/** Which audiences' posts somebody may read; the level of the third is `middle`. */
const mayRead = {
  guest: nothing,
  stranger: nothing,
  'member of another creator': nothing,
  'free sum above the level': { ...everything, level: false },
  'cheaper level': { ...everything, level: false },
  level: everything,
  'dearer level': everything,
  overdue: everything,
  paused: nothing,
  leaving: everything,
  refunded: nothing,
  'stopped by the staff': nothing,
  'the creator': everything,
  moderator: everything,
};

type Reader = keyof typeof mayRead;

/** A creator with three levels and a post with a picture for each audience. */
async function creatorWithPosts() {
  const creator = await fixture.person();
  const [cheap, middle, dear] = await Promise.all([
    posts.levelOf(creator, 'Друг', prices.cheap),
    posts.levelOf(creator, 'Близкий', prices.middle),
    posts.levelOf(creator, 'Родной', prices.dear),
  ]);
  const published = async (body: object) => {
    const picture = await posts.upload(creator);
    return { picture, id: await posts.published(creator, { ...body, pictures: [picture] }) };
  };
  const shown = {
    everyone: await published({ audience: 'everyone' }),
    members: await published({ audience: 'members' }),
    level: await published({ audience: 'level', levelId: middle }),
  };
  return { creator, levels: { cheap, middle, dear }, shown };
}

/** Everybody of the table; null: a guest. */
async function readersOf({ creator, levels }: Awaited<ReturnType<typeof creatorWithPosts>>) {
  const at = (level: keyof typeof prices) => posts.member(creator, atLevel(levels[level]));
  const [overdue, paused, leaving, refunded, stopped] = await Promise.all([1, 2, 3, 4, 5].map(() => at('middle')));
  if (!overdue || !paused || !leaving || !refunded || !stopped) throw new Error('five members are needed');
  const put = (id: string, state: string) =>
    fixture.app.db.pool.query(
      `update membership set state = $2, due_at = case when $2 <> 'Paused' then due_at end where id = $1`,
      [id, state],
    );
  await Promise.all([put(overdue.id, 'Overdue'), put(paused.id, 'Paused')]);
  await fixture.as(leaving.person, 'POST Membership/Leave', { body: { membershipId: leaving.id } });
  await fixture.app.opora.areas.payments.refundPayment(refunded.id);
  const body = { membershipId: stopped.id, reason: 'Проверка' };
  await fixture.as(await fixture.person('admin'), 'POST Moderator/StopMembership', { body });
  const readers: [Reader, SignedIn | null][] = [
    ['guest', null],
    ['stranger', await fixture.person()],
    ['member of another creator', (await posts.member(await fixture.person())).person],
    ['free sum above the level', (await posts.member(creator, { amount: 50_000 })).person],
    ['cheaper level', (await at('cheap')).person],
    ['level', (await at('middle')).person],
    ['dearer level', (await at('dear')).person],
    ['overdue', overdue.person],
    ['paused', paused.person],
    ['leaving', leaving.person],
    ['refunded', refunded.person],
    ['stopped by the staff', stopped.person],
    ['the creator', creator],
    ['moderator', await fixture.person('moderator')],
  ];
  return readers;
}

test('text, pictures and lists are open to exactly the same readers', async () => {
  const world = await creatorWithPosts();
  const { creator, shown, levels } = world;
  const readers = await readersOf(world);
  expect(readers.map(([name]) => name)).toEqual(Object.keys(mayRead));
  const audiences = ['everyone', 'members', 'level'] as const;
  for (const [name, reader] of readers) {
    const listed = dataOf(await posts.listOf(creator, reader));
    expect(JSON.stringify(listed), `${name}, list`).not.toContain(secret);
    const seen = await Promise.all(
      audiences.map(async (audience) => {
        const { id, picture } = shown[audience];
        const [post, image] = await Promise.all([posts.read(reader, id), posts.pictureFor(reader, picture)]);
        const read = dataOf(post);
        const inList = Object(listed).items.find((one: { id: string }) => one.id === id);
        const text = read.content === null ? null : Object(read.content).text;
        expect(read.level, `${name}, ${audience}: the price`).toEqual(
          audience === 'level' ? { id: levels.middle, name: 'Близкий', amount: prices.middle } : null,
        );
        return [audience, { text, mayRead: read.mayRead, listed: inList.mayRead, picture: image.status }];
      }),
    );
    const expected = audiences.map((audience) => {
      const may = mayRead[name][audience];
      return [audience, { text: may ? secret : null, mayRead: may, listed: may, picture: may ? 200 : 404 }];
    });
    expect(Object.fromEntries(seen), name).toEqual(Object.fromEntries(expected));
  }
});
