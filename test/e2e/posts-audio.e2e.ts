import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { expect, expectAccessible, test } from '#test/e2e/support/fixtures.ts';
import { layoutShift } from '#test/e2e/support/layout-shift.ts';
import { joins } from '#test/e2e/support/members.ts';
import { dataOf, enter, press, registeredCreator } from '#test/e2e/support/people.ts';
import { enterAsStaff } from '#test/e2e/support/staff.ts';
import { silentMp3 } from '#test/support/audio/audio-files.ts';

// What is no audio is refused, an address ends, and a connection is cut.
test.use({ expectedTroubles: [/(status of (404|415)|ERR_FAILED) .*Post\/Audio/] });

const track = { name: 'track.mp3', mimeType: 'audio/mpeg', buffer: silentMp3(12) };
const letter = { name: 'letter.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('<p>Письмо</p>'.repeat(50)) };

const chooser = (page: Page) => page.locator('input[type=file][aria-label="Аудиофайл"]');

const secondOf = (player: Locator) => player.evaluate((audio: HTMLAudioElement) => audio.currentTime);

const play = (player: Locator) => player.evaluate((audio: HTMLAudioElement) => audio.play());

/** A published post for members with audio of 12 seconds. */
async function postWithAudio(request: APIRequestContext, headers: Record<string, string>) {
  const { name: audio } = await dataOf(await request.post('/api/Post/Audio', { headers, multipart: { file: track } }));
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

test('whoever has lost the right while the page is open is told so', async ({ page, request, sandboxUrl }) => {
  const creator = await registeredCreator(request);
  const member = await joins(request, sandboxUrl, creator.userName, { name: 'Азиз' });
  const postId = await postWithAudio(request, creator.headers);
  await enter(page, member, `/${creator.userName}/posts/${postId}`);
  const player = page.getByLabel('Аудио: Выпуск первый');
  await expect(player).toHaveAttribute('src', /proof=/);
  const data = { postId, version: 1, title: 'Выпуск первый', text: 'Позже', audience: 'members', isPublished: false };
  await request.post('/api/Post/Save', { headers: creator.headers, data });
  await player.evaluate((audio: HTMLAudioElement) => void audio.play().catch(() => undefined));
  await expect(page.getByText('Этот пост вам больше не открыт')).toBeVisible();
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
  await page.unroute('**/api/Post/Audio?*');
  await expect.poll(() => secondOf(player)).toBeGreaterThan(0);
  await expect(lost).toBeHidden();
});

test('an upload that is cancelled or cut leaves the form as it was', async ({ page, request }) => {
  const creator = await registeredCreator(request);
  let isCut = false;
  await page.route('**/api/Post/Audio', async (route) => {
    if (isCut) await route.abort();
  });
  await enter(page, creator, '/profile/members/posts/new');
  await page.getByLabel('Заголовок').fill('Выпуск первый');
  await chooser(page).setInputFiles(track);
  await expect(page.getByRole('progressbar', { name: 'Загрузка аудио' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Опубликовать' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Загружаем файл…' })).toBeDisabled();
  await press(page, 'Прервать загрузку');
  await expect(page.getByRole('button', { name: 'Добавить аудио' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Опубликовать' })).toBeEnabled();
  isCut = true;
  await chooser(page).setInputFiles(track);
  await expect(page.getByText('Связь прервалась, аудио не загрузилось')).toBeVisible();
  await expect(page.getByLabel('Заголовок')).toHaveValue('Выпуск первый');
  await page.unroute('**/api/Post/Audio');
  await chooser(page).setInputFiles(track);
  await expect(page.getByRole('button', { name: 'Убрать аудио' })).toBeVisible();
  await press(page, 'Сохранить черновик');
  await expect(page).toHaveURL(/posts\/[\da-f-]{36}$/);
  await page.reload();
  await expect(page.getByLabel('Аудио: Выпуск первый').first()).toHaveAttribute('src', /proof=/);
  await press(page, 'Убрать аудио');
  await expect(page.getByRole('button', { name: 'Добавить аудио' })).toBeFocused();
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
  await row.getByRole('button', { name: 'Послушать аудио' }).click();
  await expect(staff.getByLabel('Аудио: Выпуск первый')).toHaveAttribute('src', /proof=/);
});
