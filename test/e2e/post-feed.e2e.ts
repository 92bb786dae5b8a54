import type { APIRequestContext } from '@playwright/test';
import { expect, expectAccessible, noHorizontalScroll, test } from '#test/e2e/support/fixtures.ts';
import { layoutShift } from '#test/e2e/support/layout-shift.ts';
import { lowTargets } from '#test/e2e/support/low-targets.ts';
import { joins } from '#test/e2e/support/members.ts';
import { dataOf, enter, registered, registeredCreator } from '#test/e2e/support/people.ts';

type Creator = Awaited<ReturnType<typeof registeredCreator>>;

const publish = (request: APIRequestContext, { headers }: Creator, title: string, more: object = {}) =>
  request
    .post('/api/Post/Save', {
      headers,
      data: {
        title,
        teaser: `О чём «${title}»`,
        text: 'Тайная песня',
        audience: 'members',
        isPublished: true,
        ...more,
      },
    })
    .then(dataOf);

test('a member sees what is new from all creators, reads it, comes back, and leaves in two taps', async ({
  page,
  request,
  sandboxUrl,
  isMobile,
}) => {
  const singer = await registeredCreator(request);
  const painter = await registeredCreator(request);
  const level = { name: 'Близкий', amount: 90_000 };
  const made = await request.post('/api/Membership/CreateLevel', { headers: painter.headers, data: level });
  const { id: levelId } = await dataOf(made);
  const person = await joins(request, sandboxUrl, singer.userName, { name: 'Азиз' });
  await joins(request, sandboxUrl, painter.userName, { name: 'Азиз', person });
  await publish(request, singer, 'Новый альбом');
  await publish(request, painter, 'Из мастерской', { audience: 'level', levelId });
  await publish(request, singer, 'Концерт в субботу', { audience: 'everyone', video: 'https://youtu.be/dQw4w9WgXcQ' });

  await enter(page, person, '/memberships');
  await page.getByRole('navigation', { name: 'Что показать' }).getByRole('link', { name: 'Новые посты' }).click();
  await expect(page).toHaveURL('/memberships?view=posts');
  await expect(page).toHaveTitle(/^Новые посты/);
  const posts = page.getByRole('main').getByRole('listitem');
  await expect(posts.getByRole('heading')).toHaveText(['Концерт в субботу', 'Из мастерской', 'Новый альбом']);
  for (const [at, { userName }] of [singer, painter, singer].entries()) {
    await expect(posts.nth(at).getByRole('link', { name: userName })).toHaveAttribute('href', `/${userName}`);
  }
  await expect(posts.nth(0).getByText('Видео')).toBeVisible();
  await expect(posts.nth(1)).toContainText('О чём «Из мастерской»');
  await expect(posts.nth(1)).toContainText(/Вам пока не открыт: уровень «Близкий» стоит 90\s000\sсум в месяц/);
  await expect(posts.filter({ hasText: 'не открыт' })).toHaveCount(1);
  await expect(page.getByText('Тайная')).toHaveCount(0);
  await expectAccessible(page, 'main');
  await noHorizontalScroll(page);
  if (isMobile) expect(await lowTargets(page)).toEqual([]);
  await page.reload();
  await expect(posts).toHaveCount(3);
  expect((await layoutShift(page)).sum).toBeLessThan(0.01);

  await page.getByRole('link', { name: 'Новый альбом' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Тайная песня')).toBeVisible();
  await page.goBack();
  await expect(posts).toHaveCount(3);

  await page.getByRole('link', { name: 'Подписки' }).click();
  await expect(page).toHaveURL('/memberships');
  const membership = page.getByRole('article', { name: painter.userName });
  await membership.getByRole('button', { name: 'Уйти' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Уйти' }).click();
  await expect(membership.getByText('Заканчивается')).toBeVisible();
});

test('the posts go on page by page; who supports nobody, and who has nothing to read yet, learns what will be here', async ({
  page,
  request,
  sandboxUrl,
  newWindow,
}) => {
  const creator = await registeredCreator(request);
  const member = await joins(request, sandboxUrl, creator.userName, { name: 'Азиз' });
  const address = '/memberships?view=posts';
  await enter(page, member, address);
  await expect(page.getByText('Постов пока нет')).toBeVisible();
  await expect(page.getByText('Здесь будут посты авторов')).toBeVisible();
  await expectAccessible(page, 'main');

  for (let at = 1; at <= 21; at += 1) await publish(request, creator, `Пост ${at}`);
  await page.reload();
  const titles = page.getByRole('main').getByRole('listitem').getByRole('heading');
  await expect(titles).toHaveCount(20);
  await page.getByRole('link', { name: 'Дальше' }).click();
  await expect(titles).toHaveText(['Пост 1']);
  await expectAccessible(page, 'main');
  await page.getByRole('link', { name: 'К началу' }).click();
  await expect(titles.first()).toHaveText('Пост 21');

  const stranger = await newWindow();
  await enter(stranger, await registered(request), address);
  await expect(stranger.getByText('Вы пока никого не поддерживаете каждый месяц')).toBeVisible();
  await expect(stranger.getByRole('link', { name: 'Выбрать автора' })).toBeVisible();
  await expectAccessible(stranger, 'main');
});

test.describe('a feed that does not come', () => {
  test.use({ expectedTroubles: [/status of 500 .*\/api\/Post\/Feed/] });

  test('says so, and is read once it is asked for again', async ({ page, request, sandboxUrl }) => {
    const creator = await registeredCreator(request);
    const member = await joins(request, sandboxUrl, creator.userName, { name: 'Азиз' });
    await publish(request, creator, 'Новый альбом');
    const broken = { success: false, data: null, error: { code: 'InternalServerError', message: 'Ошибка на сервере' } };
    await page.route('**/api/Post/Feed*', (route) => route.fulfill({ status: 500, json: broken }));
    await enter(page, member, '/memberships?view=posts');
    const retry = page.getByRole('link', { name: 'Попробовать ещё раз' });
    await expect(retry).toBeVisible();
    await page.unroute('**/api/Post/Feed*');
    await retry.click();
    await expect(page.getByRole('link', { name: 'Новый альбом' })).toBeVisible();
  });
});
