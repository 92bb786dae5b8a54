import { dateText } from '#base/text/dates.ts';
import { dayIn } from '#base/text/days.ts';
import { expect, test } from '#test/e2e/support/fixtures.ts';
import { dataOf, keepTokens } from '#test/e2e/support/people.ts';

const home = 'Asia/Tashkent';
const abroad = 'America/New_York';

test.use({ timezoneId: abroad });

test('a creator abroad sees and filters donations by the days of the country', async ({ page, request }) => {
  const data = { phone: '998900000003', password: 'opora-demo', rememberMe: false };
  const { token, refreshToken } = await dataOf(await request.post('/api/Identity/Token', { data }));
  const headers = { authorization: `Bearer ${String(token)}` };
  const received: string[] = [];
  for (let Skip = 0; Skip < 300; Skip += 50) {
    const { items } = await dataOf(await request.get(`/api/Donate/My?Skip=${String(Skip)}&Take=50`, { headers }));
    for (const { paidAt } of Object.assign([{ paidAt: '' }], items)) received.push(paidAt);
  }
  const days = received.map((moment) => dayIn(home, new Date(moment)));
  const at = received.findIndex((moment, place) => place < 250 && dayIn(abroad, new Date(moment)) !== days[place]);
  const moment = received[at] ?? '';
  const day = days[at] ?? '';
  const ofDay = received.filter((_, place) => days[place] === day);
  expect(day, 'a donation whose day is another abroad').not.toBe('');

  await keepTokens(page, { token: String(token), refreshToken: String(refreshToken) });
  await page.goto(`/profile/donations?from=${day}&to=${day}`);
  await expect(page.getByText(new RegExp(`^(Найден|Найдено) ${String(ofDay.length)} `))).toBeVisible();
  expect(await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)).toBe(abroad);
  const times = page.getByRole('main').getByRole('listitem').locator('time');
  const yearOf = (at: string) => dayIn(home, at === '' ? new Date() : new Date(at)).slice(0, 4);
  for (const shown of await times.all()) {
    const paidAt = (await shown.getAttribute('datetime')) ?? '';
    const written = dateText(paidAt, 'ru', {
      // A year is named where it is another than this one.
      date: yearOf(paidAt) === yearOf('') ? 'dayMonth' : 'medium',
      time: 'short',
      timeZone: home,
    });
    await expect(shown).toHaveText(written);
  }
  const pages = Math.ceil(ofDay.length / 10);
  if (pages === 1) await expect(times.and(page.locator(`[datetime="${moment}"]`))).toBeVisible();
});
