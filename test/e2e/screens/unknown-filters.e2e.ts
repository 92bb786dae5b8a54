import { expect, test } from '#test/e2e/support/fixtures.ts';
import { enter, registered } from '#test/e2e/support/people.ts';
import { enterAsStaff } from '#test/e2e/support/staff.ts';

test('a value of a filter that is unknown counts as none', { tag: '@desktop' }, async ({
  page,
  request,
  newWindow,
}) => {
  const main = page.getByRole('main');
  await page.goto('/authors?type=zzz&products=zzz');
  await expect(main.getByRole('article').first()).toBeVisible();
  await expect(main.getByRole('link', { name: 'Все авторы' }).first()).toHaveAttribute('aria-current', 'true');
  await page.goto('/market?category=999999999');
  await expect(main.getByRole('article').first()).toBeVisible();
  await expect(main.getByRole('link', { name: 'Весь мерч' }).first()).toHaveAttribute('aria-current', 'true');

  await enter(page, await registered(request), '/orders?status=zzz');
  await expect(page.getByText('Здесь будут ваши заказы')).toBeVisible();
  await expect(page.getByLabel('Состояние заказа')).toBeHidden();
  await page.goto('/orders?status=Basket');
  await expect(page.getByText('Здесь будут ваши заказы')).toBeVisible();

  const staff = await newWindow();
  await enterAsStaff(staff, 'admin');
  const all = {
    'admin/orders': 'status=zzz&from=zzz&point=zzz&take=7&user=%20',
    'admin/products': 'category=99&state=zzz&price=zzz',
    'admin/locations': 'state=zzz&search=%20',
    'admin/blogers': 'type=77&role=zzz&blocked=zzz&search=%20',
  };
  for (const [path, search] of Object.entries(all)) {
    await staff.goto(`/${path}?${search}`);
    await expect(staff.getByRole('table').first(), path).toBeVisible();
    await expect(staff.getByRole('link', { name: /^Сбросить/ }), path).toBeHidden();
  }
  for (const path of ['audit?search=', 'locations?search=', 'blogers?search=', 'orders?number=', 'products?q=']) {
    await staff.goto(`/admin/${path}zzzzzz`);
    await expect(staff.getByText('По запросу «zzzzzz» ничего не нашлось'), path).toBeVisible();
    await staff.getByRole('link', { name: 'Сбросить поиск', exact: true }).press('Enter');
    await expect(staff.getByRole('table').first(), path).toBeVisible();
    await expect(staff).toHaveURL(`/admin/${path.replace(/\?.*/, '')}`);
    await expect(staff.locator('h1:focus, [role=status]:focus'), `${path} keeps the focus in the list`).toBeVisible();
  }
  await staff.goto('/admin/locations?search=zzzzzz&state=closed');
  await staff.getByRole('link', { name: 'Сбросить поиск и фильтры' }).click();
  await expect(staff).toHaveURL('/admin/locations');
  const nobody = '11111111-1111-7111-8111-111111111111';
  await staff.goto(`/admin/memberships?state=Active&user=${nobody}`);
  await expect(staff.getByText('Ничего не нашлось')).toBeVisible();
  await staff.getByRole('link', { name: 'Сбросить фильтры' }).click();
  await expect(staff).toHaveURL('/admin/memberships?state=Active');
  await staff.goto('/admin/memberships?state=Pending&user=zzz');
  await expect(staff.getByText(/^\s*\d+ подпис/)).toBeVisible();
  await expect(staff.getByRole('link', { name: /^Сбросить/ })).toBeHidden();
  await staff.goto('/admin/payouts?state=Declined&search=zzzzzz');
  await staff.getByRole('link', { name: 'Сбросить поиск' }).click();
  await expect(staff, 'the chosen list stays').toHaveURL('/admin/payouts?state=Declined');
  for (const [path, first] of [
    ['payments', 'Оплачены'],
    ['memberships', 'Списание не прошло'],
    ['payouts', 'Ждёт оператора'],
  ] as const) {
    await staff.goto(`/admin/${path}?state=zzz`);
    const chosen = staff.getByRole('main').getByRole('link', { name: first, exact: true });
    await expect(chosen, path).toHaveAttribute('aria-current', 'page');
  }
  const lists = {
    'memberships?user=11111111-1111-1111-1111-111111111111&state=zzz': 'Подписки',
    'memberships/messages?user=zzz': 'Сообщения подписчикам',
    'memberships/posts?user=zzz': 'Посты авторов',
    'payments?from=1999-01-01&to=2026-99-99&kind=zzz': 'Платежи',
  };
  for (const [path, name] of Object.entries(lists)) {
    await staff.goto(`/admin/${path}`);
    await expect(staff.getByRole('heading', { level: 1, name }), path).toBeVisible();
  }
});
