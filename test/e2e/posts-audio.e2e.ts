import type { APIRequestContext, Page, Route } from '@playwright/test';
import { chooser, letter, long, play, secondOf, track } from '#test/e2e/support/audio-of-posts.ts';
import { expect, expectAccessible, test } from '#test/e2e/support/fixtures.ts';
import { layoutShift } from '#test/e2e/support/layout-shift.ts';
import { joins } from '#test/e2e/support/members.ts';
import { dataOf, enter, press, registeredCreator } from '#test/e2e/support/people.ts';
import { enterAsStaff } from '#test/e2e/support/staff.ts';
import { silentMp3 } from '#test/support/audio/audio-files.ts';
import { photo } from '#test/support/image-client.ts';

// What is no audio is refused, or too much; an address ends, a post is deleted, a connection is cut, and a server is down.
test.use({ expectedTroubles: [/(status of (404|415|429|503)|ERR_FAILED) .*Post\/(Audio|Picture|Post)/] });

type Headers = Record<string, string>;

const uploaded = async (request: APIRequestContext, headers: Headers, file = track) =>
  (await dataOf(await request.post('/api/Post/Audio', { headers, multipart: { file } }))).name;

/** A published post for members with audio. */
async function postWithAudio(request: APIRequestContext, headers: Headers, file = track) {
  const audio = await uploaded(request, headers, file);
  const data = { title: 'Выпуск первый', audio, audience: 'members', isPublished: true };
  return String((await dataOf(await request.post('/api/Post/Save', { headers, data }))).id);
}

test('a creator adds a track to a post, a member listens and seeks, a guest sees that there is one', async ({
  page,
  request,
  sandboxUrl,
  newWindow,
}) => {
  const creator = await registeredCreator(request);
  const member = await joins(request, sandboxUrl, creator.userName, { name: 'Азиз' });
  await enter(page, creator, '/profile/members/posts/new');
  await page.getByLabel('Заголовок').fill('Выпуск первый');
  await chooser(page).setInputFiles(letter);
  await expect(page.getByText('Это не аудио')).toBeVisible();
  await expect(page.getByLabel('Заголовок')).toHaveValue('Выпуск первый');
  await chooser(page).setInputFiles(track);
  const preview = page.getByLabel('Аудио: Выпуск первый').first();
  await expect(preview).toBeVisible();
  await expect(page.getByText('Это не аудио')).toHaveCount(0);
  await expectAccessible(page, 'main');
  await press(page, 'Опубликовать');
  // The form of a new post gives its place to that of the saved one.
  await expect(page).toHaveURL(/\/profile\/members\/posts\/[\da-f-]{36}$/);
  await page.getByRole('link', { name: 'Открыть пост' }).click();
  await expect(page.getByRole('link', { name: 'Все посты' })).toBeVisible();
  const own = page.getByLabel('Аудио: Выпуск первый');
  await expect(own).toHaveAttribute('src', /proof=/);
  const address = new URL(page.url()).pathname;

  const guest = await newWindow();
  await guest.goto(`/${creator.userName}/posts`);
  await expect(guest.getByText('Аудио, 1 мин')).toBeVisible();
  await guest.getByRole('link', { name: 'Выпуск первый' }).click();
  await expect(guest.getByText('Весь пост — для подписчиков')).toBeVisible();
  await expect(guest.getByText('Аудио, 1 мин')).toBeVisible();
  await expect(guest.locator('audio')).toHaveCount(0);

  const listening = await newWindow();
  await enter(listening, member, address);
  const player = listening.getByLabel('Аудио: Выпуск первый');
  await expect(player).toHaveAttribute('src', /proof=/);
  await expectAccessible(listening, 'main');
  await play(player);
  await expect.poll(() => secondOf(player)).toBeGreaterThan(0);
  await player.evaluate((audio: HTMLAudioElement) => {
    audio.currentTime = 8;
  });
  await expect.poll(() => secondOf(player)).toBeGreaterThan(8);
  const shown = () => listening.evaluate(() => navigator.mediaSession.metadata?.title);
  await expect.poll(shown).toBe('Выпуск первый');
  await listening.getByRole('link', { name: 'Все посты' }).click();
  await expect.poll(shown).toBeUndefined();
});

test('where its address has ended a player gets another, and goes on where it was', async ({
  page,
  request,
  sandboxUrl,
}) => {
  const creator = await registeredCreator(request);
  const member = await joins(request, sandboxUrl, creator.userName, { name: 'Азиз' });
  const postId = await postWithAudio(request, creator.headers);
  const ended = new Set<string>();
  await page.route('**/api/Post/Audio?*', async (route) => {
    const url = route.request().url();
    if (ended.has(url)) await route.fulfill({ status: 404, body: '' });
    else await route.continue();
  });
  await enter(page, member, `/${creator.userName}/posts/${postId}`);
  const player = page.getByLabel('Аудио: Выпуск первый');
  await expect(player).toHaveAttribute('src', /proof=/);
  const first = await player.evaluate((audio: HTMLAudioElement) => audio.src);
  ended.add(first);
  // Addresses name the second: the next one is another.
  await expect
    .poll(async () => {
      const asked = await request.get('/api/Post/AudioAddress', {
        headers: { authorization: `Bearer ${member.token}` },
        params: { name: new URL(first).searchParams.get('name') ?? '' },
      });
      return first.includes(String((await dataOf(asked)).address).slice(-20));
    })
    .toBe(false);
  await player.evaluate((audio: HTMLAudioElement) => {
    audio.currentTime = 6;
    void audio.play().catch(() => undefined);
  });
  await expect.poll(() => secondOf(player)).toBeGreaterThan(6);
  expect(await player.evaluate((audio: HTMLAudioElement) => audio.src)).not.toBe(first);
});

test('a player says why the server does not send its file any more', async ({ page, request, sandboxUrl }) => {
  const creator = await registeredCreator(request);
  const { headers } = creator;
  const level = { name: 'Друг', amount: 90_000 };
  const { id: levelId } = await dataOf(await request.post('/api/Membership/CreateLevel', { headers, data: level }));
  const member = await joins(request, sandboxUrl, creator.userName, { name: 'Азиз' });
  const postId = await postWithAudio(request, headers);
  const { version } = await dataOf(await request.get('/api/Post/Edit', { headers, params: { postId } }));
  const player = page.getByLabel('Аудио: Выпуск первый');
  let saved = Number(version);
  const save = async (more: Record<string, unknown>) => {
    const data = { postId, version: saved, title: 'Выпуск первый', audience: 'members', isPublished: true, ...more };
    saved = Number((await dataOf(await request.post('/api/Post/Save', { headers, data }))).version);
  };
  const tryToPlay = () => player.evaluate((audio: HTMLAudioElement) => void audio.play().catch(() => undefined));
  await enter(page, member, `/${creator.userName}/posts/${postId}`);
  await expect(player).toHaveAttribute('src', /proof=/);

  const other = await uploaded(request, headers);
  await save({ audio: other });
  await tryToPlay();
  await expect(page.getByText('Аудио в этом посте изменилось')).toBeVisible();
  await press(page, 'Загрузить пост заново');
  await expect(player).toHaveAttribute('src', new RegExp(`name=${other}&`));

  await save({ audience: 'level', levelId });
  await tryToPlay();
  await expect(page.getByText('Этот пост вам больше не открыт')).toBeVisible();
});

test('a post for everyone that is deleted while its page is open is said to be gone', async ({ page, request }) => {
  const creator = await registeredCreator(request);
  const { headers } = creator;
  const audio = await uploaded(request, headers);
  const data = { title: 'Выпуск первый', audio, audience: 'everyone', isPublished: true };
  const { id: postId, version } = await dataOf(await request.post('/api/Post/Save', { headers, data }));
  await page.goto(`/${creator.userName}/posts/${postId}`);
  const player = page.getByLabel('Аудио: Выпуск первый');
  await expect(player).toBeVisible();
  await request.delete('/api/Post/Delete', { headers, params: { postId: String(postId), version: String(version) } });
  await player.evaluate((sound: HTMLAudioElement) => void sound.play().catch(() => undefined));
  await expect(page.getByText('Этот пост скрыли или удалили')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Попробовать ещё раз' })).toHaveCount(0);
});

test('a player says that it loads, is tried again by the keyboard, and goes on later where it was left', async ({
  page,
  request,
  sandboxUrl,
}) => {
  const creator = await registeredCreator(request);
  const member = await joins(request, sandboxUrl, creator.userName, { name: 'Азиз' });
  const postId = await postWithAudio(request, creator.headers, long);
  let connection: 'slow' | 'cut' | 'good' = 'slow';
  await page.route('**/api/Post/Audio?*', async (route) => {
    await expect.poll(() => connection).not.toBe('slow');
    if (connection === 'cut') await route.abort();
    else await route.continue();
  });
  await enter(page, member, `/${creator.userName}/posts/${postId}`);
  const player = page.getByLabel('Аудио: Выпуск первый');
  await expect(player).toHaveAttribute('src', /proof=/);
  await player.evaluate((audio: HTMLAudioElement) => void audio.play().catch(() => undefined));
  await expect(page.getByText('Загружаем…')).toBeVisible();
  connection = 'cut';
  await expect(page.getByText('Аудио не загрузилось')).toBeVisible();
  connection = 'good';
  const again = page.getByRole('button', { name: 'Попробовать ещё раз' });
  await again.focus();
  await page.keyboard.press('Enter');
  await expect(player).toBeFocused();
  await expect.poll(() => secondOf(player)).toBeGreaterThan(0);
  await expect(page.getByText('Загружаем…')).toHaveCount(0);
  await player.evaluate((audio: HTMLAudioElement) => {
    audio.currentTime = 30;
  });
  await expect.poll(() => secondOf(player)).toBeGreaterThan(30);
  await player.evaluate((audio: HTMLAudioElement) => audio.pause());

  await page.reload();
  await expect(page.getByText('Дальше с 0:30')).toBeVisible();
  await expect(player).toHaveAttribute('src', /proof=/);
  await play(player);
  await expect.poll(() => secondOf(player)).toBeGreaterThan(30);
  await expect(page.getByText('Дальше с 0:30')).toHaveCount(0);
});

test('a player that has lost the network goes on by itself once it is back', async ({ page, request, sandboxUrl }) => {
  const creator = await registeredCreator(request);
  const member = await joins(request, sandboxUrl, creator.userName, { name: 'Азиз' });
  const postId = await postWithAudio(request, creator.headers);
  await page.route('**/api/Post/Audio?*', (route) => route.abort());
  await enter(page, member, `/${creator.userName}/posts/${postId}`);
  const player = page.getByLabel('Аудио: Выпуск первый');
  await expect(player).toHaveAttribute('src', /proof=/);
  await player.evaluate((audio: HTMLAudioElement) => void audio.play().catch(() => undefined));
  const lost = page.getByText('Когда появится связь, попробуем сами');
  await expect(lost).toBeVisible();
  const { sum, moved } = await layoutShift(page);
  expect(sum, moved).toBeLessThan(0.005);
  await expectAccessible(page, 'main');
  await page.unroute('**/api/Post/Audio?*');
  await expect.poll(() => secondOf(player)).toBeGreaterThan(0);
  await expect(lost).toBeHidden();
});

/** Sends a file in small parts, so that a player has not all of it when it moves on. `isDown`: refuses. */
async function sendInParts(page: Page, bytes: Buffer, server: { isDown: boolean; refused: number }): Promise<void> {
  await page.route('**/api/Post/Audio?*', async (route) => {
    if (server.isDown) {
      server.refused += 1;
      return route.fulfill({ status: 503, body: '' });
    }
    const from = Number(/^bytes=(\d+)-/.exec(route.request().headers().range ?? '')?.[1] ?? 0);
    const body = bytes.subarray(from, from + 100_000);
    const headers = {
      'accept-ranges': 'bytes',
      'content-range': `bytes ${from}-${from + body.length - 1}/${bytes.length}`,
    };
    return route.fulfill({ status: 206, contentType: 'audio/mpeg', headers, body });
  });
}

test('a player that the server refuses again and again goes on where it was', async ({ page, request }) => {
  const { headers, userName } = await registeredCreator(request);
  const buffer = silentMp3(5_000);
  const audio = await uploaded(request, headers, { ...track, buffer });
  const data = { title: 'Выпуск первый', audio, audience: 'everyone', isPublished: true };
  const { id } = await dataOf(await request.post('/api/Post/Save', { headers, data }));
  const server = { isDown: false, refused: 0 };
  await sendInParts(page, buffer, server);
  await page.goto(`/${userName}/posts/${id}`);
  const player = page.getByLabel('Аудио: Выпуск первый');
  await player.evaluate((audio: HTMLAudioElement) => void audio.play());
  await expect.poll(() => secondOf(player)).toBeGreaterThan(0);
  server.isDown = true;
  await player.evaluate((audio: HTMLAudioElement) => {
    audio.currentTime = 4_500;
  });
  // Each attempt asks for the file, and then for a byte.
  await expect.poll(() => server.refused, { timeout: 20_000 }).toBeGreaterThan(5);
  server.isDown = false;
  await expect.poll(() => secondOf(player), { timeout: 30_000 }).toBeGreaterThan(4_500);
});

test('a track for everyone plays without a login, nothing moves for it, and a moderator listens in the list', async ({
  page,
  request,
  newWindow,
}) => {
  const creator = await registeredCreator(request);
  const { headers } = creator;
  const postId = await postWithAudio(request, headers);
  const { audio } = await dataOf(await request.get('/api/Post/Edit', { headers, params: { postId } }));
  const data = { postId, version: 1, title: 'Выпуск первый', audience: 'everyone', isPublished: true };
  await request.post('/api/Post/Save', { headers, data });
  await page.goto(`/${creator.userName}/posts/${postId}`);
  const player = page.getByLabel('Аудио: Выпуск первый');
  await expect(player).toHaveAttribute('src', `/api/Post/Audio?name=${Object(audio).name}`);
  expect((await layoutShift(page)).sum).toBeLessThan(0.01);
  await play(player);
  await expect.poll(() => secondOf(player)).toBeGreaterThan(0);

  const staff = await newWindow();
  await enterAsStaff(staff, 'moderator');
  await staff.goto('/admin/memberships/posts');
  const row = staff.getByRole('row').filter({ hasText: creator.userName });
  await row.getByRole('button', { name: 'Послушать аудио' }).press('Enter');
  const listed = row.getByLabel('Аудио: Выпуск первый');
  await expect(listed).toBeFocused();
  await expect(listed).toHaveAttribute('src', /proof=/);
});

test("the staff's list of posts stands still while it loads, and where the files of a post do not come", async ({
  page,
  request,
}) => {
  const { headers, userName } = await registeredCreator(request);
  const { userId } = await dataOf(await request.get(`/api/User/GetByName?userName=${userName}`));
  const pictures: unknown[] = [];
  for (const name of ['a.png', 'b.png']) {
    const file = { name, mimeType: 'image/png', buffer: await photo(300, 200).png().toBuffer() };
    const upload = await request.post('/api/Images', { headers, multipart: { type: 'Post', name, file } });
    pictures.push((await dataOf(upload)).name);
  }
  const data = { title: 'Выпуск', text: '### Песни', audience: 'everyone', isPublished: true, pictures };
  const audio = await uploaded(request, headers);
  await dataOf(await request.post('/api/Post/Save', { headers, data: { ...data, audio } }));
  await dataOf(await request.post('/api/Post/Save', { headers, data: { ...data, title: 'Второй', pictures: [] } }));
  await enterAsStaff(page, 'moderator');
  const late = Promise.withResolvers<void>();
  const lose = async (route: Route) => {
    await late.promise;
    await route.abort();
  };
  await page.route('**/api/Post/Picture?*', lose);
  await page.route('**/api/Post/Audio?*', lose);
  await page.goto(`/admin/memberships/posts?user=${String(userId)}`);
  const row = page.getByRole('row').filter({ hasText: 'Выпуск' });
  await row.getByRole('button', { name: 'Показать 2 картинки' }).click();
  await row.getByRole('button', { name: 'Послушать аудио' }).click();
  const player = row.getByLabel('Аудио: Выпуск');
  await expect(player).toHaveAttribute('src', /proof=/);
  await player.evaluate((sound: HTMLAudioElement) => void sound.play().catch(() => undefined));
  // By then nothing is forgiven for the press.
  await layoutShift(page);
  late.resolve();
  await expect(row.getByText('Картинка не загрузилась')).toHaveCount(2);
  await expect(row.getByText('Аудио не загрузилось')).toBeVisible();
  await expectAccessible(page, 'main');
  const { sum, moved } = await layoutShift(page);
  expect(sum, moved).toBeLessThan(0.01);
});
