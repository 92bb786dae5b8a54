import type { APIRequestContext } from '@playwright/test';
import { expect, expectAccessible, noHorizontalScroll, test } from '#test/e2e/support/fixtures.ts';
import { layoutShift } from '#test/e2e/support/layout-shift.ts';
import { lowTargets } from '#test/e2e/support/low-targets.ts';
import { joins } from '#test/e2e/support/members.ts';
import { dataOf, enter, registered, registeredCreator } from '#test/e2e/support/people.ts';
import { photo } from '#test/support/image-client.ts';

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
  await expect(posts.nth(0).getByText('Для всех')).toBeVisible();
  await expect(posts.nth(1)).toContainText('О чём «Из мастерской»');
  await expect(posts.nth(1)).toContainText(/Вам пока не открыт: уровень «Близкий» стоит 90\s000\sсум в месяц/);
  const toLevel = `/memberships?creator=${painter.userName}&level=${levelId}`;
  await expect(posts.nth(1).getByRole('link', { name: 'Сменить уровень' })).toHaveAttribute('href', toLevel);
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

test('a post shows its first picture to who may see it, and nothing moves for it', async ({
  page,
  request,
  sandboxUrl,
}) => {
  const creator = await registeredCreator(request);
  const member = await joins(request, sandboxUrl, creator.userName, { name: 'Азиз' });
  const multipart = {
    type: 'Post',
    name: 'a.png',
    file: { name: 'a.png', mimeType: 'image/png', buffer: await photo(900, 300).png().toBuffer() },
  };
  const upload = await request.post('/api/Images', { headers: creator.headers, multipart });
  const { name } = await dataOf(upload);
  await publish(request, creator, 'Без картинки');
  await publish(request, creator, 'С картинкой', { pictures: [name] });
  const late = Promise.withResolvers<void>();
  await page.route('**/api/Post/Picture*', async (route) => {
    await late.promise;
    await route.continue();
  });
  await enter(page, member, '/memberships?view=posts');
  const posts = page.getByRole('main').getByRole('listitem');
  await expect(posts).toHaveCount(2);
  late.resolve();
  const picture = posts.nth(0).locator('img[src^="blob:"]');
  await expect(picture).toBeVisible();
  const { width, height } = (await picture.boundingBox()) ?? {};
  expect([width, height]).toEqual([width, width]);
  await expect(posts.nth(1).locator('img[src^="blob:"]')).toHaveCount(0);
  const { sum, moved } = await layoutShift(page);
  expect(sum, moved).toBeLessThan(0.01);
  await noHorizontalScroll(page);
});

test('that posts of a muted creator are left out is said, with the way to where that is undone', async ({
  page,
  request,
  sandboxUrl,
}) => {
  const creator = await registeredCreator(request);
  const member = await joins(request, sandboxUrl, creator.userName, { name: 'Азиз' });
  await publish(request, creator, 'Новый альбом');
  await enter(page, member, '/memberships');
  const wanted = page.getByRole('switch', { name: 'Получать сообщения и посты автора' });
  await wanted.click();
  await expect(wanted).not.toBeChecked();
  await page.getByRole('link', { name: 'Новые посты' }).click();
  await expect(page.getByText('Посты 1 автора вы отключили.')).toBeVisible();
  await expectAccessible(page, 'main');
  await page.getByRole('link', { name: 'Включить в «Подписках»' }).click();
  await expect(page).toHaveURL('/memberships');
  await wanted.click();
  await expect(wanted).toBeChecked();
  await page.getByRole('link', { name: 'Новые посты' }).click();
  await expect(page.getByRole('link', { name: 'Новый альбом' })).toBeVisible();
  await expect(page.getByText('вы отключили')).toHaveCount(0);
});

test('while another view loads its tab is the pressed one', async ({ page, request, sandboxUrl }) => {
  const creator = await registeredCreator(request);
  const member = await joins(request, sandboxUrl, creator.userName, { name: 'Азиз' });
  await enter(page, member, '/memberships');
  const tabs = page.getByRole('navigation', { name: 'Что показать' });
  const pressed = tabs.locator('[aria-current="page"]');
  await expect(pressed).toHaveText(['Подписки']);
  const late = Promise.withResolvers<void>();
  await page.route('**/api/Post/Feed*', async (route) => {
    await late.promise;
    await route.continue();
  });
  await tabs.getByRole('link', { name: 'Новые посты' }).click();
  await expect(pressed).toHaveText(['Новые посты']);
  await expect(page.getByRole('article', { name: creator.userName })).toBeVisible();
  late.resolve();
  await expect(page.getByText('Постов пока нет')).toBeVisible();
  await expect(pressed).toHaveText(['Новые посты']);
});

test.describe('a feed that does not come', () => {
  test.use({ expectedTroubles: [/status of 500 .*\/api\/(Post\/Feed|Membership\/My)/] });

  test('says so below its tabs, and is read once it is asked for again', async ({ page, request, sandboxUrl }) => {
    const creator = await registeredCreator(request);
    const member = await joins(request, sandboxUrl, creator.userName, { name: 'Азиз' });
    await publish(request, creator, 'Новый альбом');
    const broken = { success: false, data: null, error: { code: 'InternalServerError', message: 'Ошибка на сервере' } };
    await page.route('**/api/Post/Feed*', (route) => route.fulfill({ status: 500, json: broken }));
    await enter(page, member, '/memberships?view=posts');
    const retry = page.getByRole('button', { name: 'Попробовать ещё раз' });
    await expect(retry).toBeVisible();
    await expectAccessible(page, 'main');
    await page.unroute('**/api/Post/Feed*');
    await retry.click();
    await expect(page.getByRole('link', { name: 'Новый альбом' })).toBeVisible();
    await expect(retry).toHaveCount(0);

    await page.route('**/api/Membership/My?*', (route) => route.fulfill({ status: 500, json: broken }));
    await page.getByRole('link', { name: 'Подписки' }).click();
    await expect(retry).toBeVisible();
    await page.getByRole('link', { name: 'Новые посты' }).click();
    await expect(page.getByRole('link', { name: 'Новый альбом' })).toBeVisible();
    await page.getByRole('link', { name: 'Подписки' }).click();
    await expect(retry).toBeVisible();
    await page.unroute('**/api/Membership/My?*');
    await retry.click();
    await expect(page.getByRole('article', { name: creator.userName })).toBeVisible();
  });
});
