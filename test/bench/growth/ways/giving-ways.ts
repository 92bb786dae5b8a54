import { call, openDonation } from '../fixture.ts';
import { idOf } from '../ids.ts';
import { commonCreator, dayBefore } from '../values.ts';
import { foundId, keptDonation } from './found.ts';
import { waysOf } from './way.ts';

/** Giving, and what follows from it. */
export const givingWays = waysOf({
  'POST ProjectPay/Create': {
    'to common creators': ({ sizes }, at) => ({
      body: {
        projectId: idOf.project(commonCreator(sizes.creators, at)),
        amount: 25_000,
        name: `Гость ${at}`,
        message: 'Спасибо!',
      },
    }),
    'to the creator with most donations': (_, at) => ({
      as: 'donor',
      body: { projectId: idOf.project(1), amount: 25_000, name: `Друг ${at}` },
    }),
  },
  'POST Payment/Callback': {
    'a donation to a common creator is paid': async (fixture, at) =>
      (await openDonation(fixture, commonCreator(fixture.sizes.creators, at), at)).paid,
    'a donation to the creator with most donations is paid': async (fixture, at) =>
      (await openDonation(fixture, 1, at)).paid,
  },
  'POST Donate/Thank': async (fixture, at) => ({
    as: 'creator',
    body: { payId: await foundId(fixture, keptDonation, [idOf.project(1), at]) },
  }),
  'POST ProjectPay/Reword': async (fixture, at) => {
    const { payId, proof, paid } = await openDonation(fixture, commonCreator(fixture.sizes.creators, at), at);
    await call(fixture, 'POST Payment/Callback', paid);
    await fixture.client.query(
      `update alert set state = 'rejected', ended_at = now(), due_at = null where pay_id = $1`,
      [payId],
    );
    return { body: { payId, message: 'Другими словами', proof } };
  },
});

/** Ten minutes: a file of a whole list grows with it. */
const tenMinutes = (at: number) => {
  const from = Date.now() - (at + 2) * 86_400_000;
  return { From: new Date(from).toISOString(), To: new Date(from + 600_000).toISOString() };
};

function monthBefore(months: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString().slice(0, 7);
}

/** Figures, files and receipts of donations and orders. */
export const reportWays = waysOf({
  'GET Donate/Statistics': {
    'creator with most donations, 30 days': (_, at) => ({
      as: 'creator',
      query: { From: dayBefore(30 + at), To: dayBefore(at), TimeZone: 'Asia/Tashkent' },
    }),
    'creator with most donations, two years': (_, at) => ({
      as: 'creator',
      query: { From: dayBefore(730 - at), To: dayBefore(0), TimeZone: 'Asia/Tashkent' },
    }),
    'donor, whose page has few donations': (_, at) => ({
      as: 'donor',
      query: { From: dayBefore(60 + at), To: dayBefore(0), TimeZone: 'Asia/Tashkent' },
    }),
  },
  'GET Donate/Export': (_, at) => ({ as: 'creator', query: tenMinutes(at) }),
  'GET Order/Export': (_, at) => ({ as: 'moderator', query: tenMinutes(at) }),
  'GET Receipt': {
    'a donation, for its creator': async (fixture, at) => ({
      as: 'creator',
      query: { payId: await foundId(fixture, keptDonation, [idOf.project(1), at]) },
    }),
    'an order, for the staff': async (fixture, at) => {
      const orders = 'select id from shop_order where status = 6 order by id offset $1 limit 1';
      return { as: 'moderator', query: { orderId: await foundId(fixture, orders, [at]) } };
    },
  },
  'GET Receipt/Month': (_, at) => ({ as: 'admin', query: { Month: monthBefore(1 + (at % 12)) } }),
});
