import { z } from 'zod';
import { call, type Fixture, openDonation } from '../fixture.ts';
import { idOf, widgetKeyOf } from '../ids.ts';
import { foundId, keptDonation } from './found.ts';
import { commonCreator, nowhere } from './public-questions.ts';
import { nearEnd, type Question, questionsOf } from './question.ts';

const listedAlert = z.object({ alertId: z.string() });
const waitingAlerts = z.object({ current: listedAlert.nullable(), queued: z.array(listedAlert) });

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

/** A donation of the middle that was most likely paid and not refunded. */
const someDonation = (donations: number, at: number) => idOf.donation(Math.floor(donations / 2) + at);

/** Giving, and what follows from it. */
export const givingQuestions: readonly Question[] = [
  ...questionsOf('POST ProjectPay/Create', {
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
  }),
  ...questionsOf('POST Payment/Callback', {
    'a donation to a common creator is paid': async (fixture, at) =>
      (await openDonation(fixture, commonCreator(fixture.sizes.creators, at), at)).paid,
    'a donation to the creator with most donations is paid': async (fixture, at) =>
      (await openDonation(fixture, 1, at)).paid,
  }),
  ...questionsOf('GET ProjectPay/Status', {
    'paid donations': ({ sizes }, at) => ({ query: { payId: someDonation(sizes.donations, at) } }),
  }),
  ...questionsOf('GET ProjectPay/Success', {
    'paid donations': ({ sizes }, at) => ({ query: { payId: someDonation(sizes.donations, at) } }),
  }),
  ...questionsOf('GET ProjectPay/Delivery', {
    'paid donations': ({ sizes }, at) => ({ query: { payId: someDonation(sizes.donations, at) } }),
  }),
  ...questionsOf('POST Donate/Thank', {
    'creator with most donations': async (fixture, at) => ({
      as: 'creator',
      body: { payId: await foundId(fixture, keptDonation, [idOf.project(1), at]) },
    }),
  }),
  ...questionsOf('POST ProjectPay/Reword', {
    'a message that was rejected': async (fixture, at) => {
      const { payId, proof, paid } = await openDonation(fixture, commonCreator(fixture.sizes.creators, at), at);
      await call(fixture, 'POST Payment/Callback', paid);
      await fixture.client.query(
        `update alert set state = 'rejected', ended_at = now(), due_at = null where pay_id = $1`,
        [payId],
      );
      return { body: { payId, message: 'Другими словами', proof } };
    },
  }),
];

export const ownDonationQuestions: readonly Question[] = [
  ...questionsOf('GET Donate/My', {
    'creator with most donations, last pages': ({ sizes }, at) => ({
      as: 'creator',
      query: { Skip: nearEnd(sizes.donations / 21, at, 10) },
    }),
    'of a month': (_, at) => ({ as: 'creator', query: { From: day(60 + at), To: day(30 + at) } }),
    'search that finds nothing': (_, at) => ({ as: 'creator', query: { Search: nowhere(at) } }),
    'search that finds a few': (_, at) => ({ as: 'creator', query: { Search: `Друг 1${at}` } }),
    'search that finds much': (_, at) => ({ as: 'creator', query: { Search: 'стрим', Skip: at } }),
  }),
  ...questionsOf('GET Donate/Given', {
    'donor with most donations': (_, at) => ({ as: 'donor', query: { Skip: at } }),
    'last pages': ({ sizes }, at) => ({ as: 'donor', query: { Skip: nearEnd(sizes.donations / 106, at, 10) } }),
    'of a month': (_, at) => ({ as: 'donor', query: { From: day(60 + at), To: day(30 + at) } }),
  }),
  ...questionsOf('GET Donate/Statistics', {
    'creator with most donations, 30 days': (_, at) => ({
      as: 'creator',
      query: { From: day(30 + at), To: day(at), TimeZone: 'Asia/Tashkent' },
    }),
    'creator with most donations, two years': (_, at) => ({
      as: 'creator',
      query: { From: day(730 - at), To: day(0), TimeZone: 'Asia/Tashkent' },
    }),
    'donor, whose page has few donations': (_, at) => ({
      as: 'donor',
      query: { From: day(60 + at), To: day(0), TimeZone: 'Asia/Tashkent' },
    }),
  }),
  ...questionsOf('GET Donate/Export', {
    'the first creator, an hour': (_, at) => {
      const from = Date.now() - (at + 2) * 86_400_000;
      return {
        as: 'creator',
        query: { From: new Date(from).toISOString(), To: new Date(from + 600_000).toISOString() },
      };
    },
  }),
  ...questionsOf('GET Ledger/Statement', {
    'account with most entries': (_, at) => ({ as: 'creator', query: { accountId: idOf.account(1), Skip: at } }),
    'the middle': ({ sizes }, at) => ({
      as: 'creator',
      query: { accountId: idOf.account(1), Skip: nearEnd(sizes.donations / 21, at, 20) },
    }),
    'last pages': async ({ client }, at) => {
      const { rows } = await client.query<{ entries: string }>('select entries from account where id = $1', [
        idOf.account(1),
      ]);
      const Skip = nearEnd(Number(rows[0]?.entries), at, 20);
      return { as: 'creator', query: { accountId: idOf.account(1), Skip } };
    },
    'of a month': (_, at) => ({
      as: 'creator',
      query: { accountId: idOf.account(1), From: `${day(60 + at)}T00:00:00Z`, To: `${day(30 + at)}T00:00:00Z` },
    }),
  }),
  ...questionsOf('GET Payout/My', {
    'creator with most payouts': (_, at) => ({ as: 'creator', query: { Skip: at } }),
    'last pages': ({ sizes }, at) => ({ as: 'creator', query: { Skip: nearEnd(sizes.payouts / 50, at, 1) } }),
  }),
];

const card = { mask: '8600 •••• •••• 0106' };

async function requestPayout(fixture: Fixture): Promise<string> {
  const body = { accountId: idOf.account(1), amount: 1_000, card };
  return idOfAnswer(await call(fixture, 'POST Payout/Request', { as: 'creator', body }));
}

export const payoutQuestions: readonly Question[] = [
  ...questionsOf('POST Payout/Request', {
    'creator with most entries': () => ({ as: 'creator', body: { accountId: idOf.account(1), amount: 1_000, card } }),
  }),
  ...questionsOf('POST Payout/Cancel', {
    'a request': async (fixture) => ({ as: 'creator', query: { payoutId: await requestPayout(fixture) } }),
  }),
  ...questionsOf('GET Payout/List', {
    'those that wait': (_, at) => ({ as: 'admin', query: { Skip: at } }),
    'paid ones, last pages': ({ sizes }, at) => ({
      as: 'admin',
      query: { State: 'Paid', Skip: nearEnd(sizes.payouts * 0.88, at, 2) },
    }),
    'paid ones, search by the end of a card': (_, at) => ({
      as: 'admin',
      query: { State: 'Paid', Search: String(1_000 + at) },
    }),
    'paid ones, search that finds nothing': (_, at) => ({ as: 'admin', query: { State: 'Paid', Search: nowhere(at) } }),
  }),
  ...questionsOf('PUT Payout/Pay', {
    'a request': async (fixture, at) => ({
      as: 'admin',
      body: { payoutId: await requestPayout(fixture), reference: `BANK-${at}` },
    }),
  }),
  ...questionsOf('PUT Payout/Decline', {
    'a request': async (fixture) => ({
      as: 'admin',
      body: { payoutId: await requestPayout(fixture), reason: 'Карта закрыта' },
    }),
  }),
];

export function idOfAnswer(answer: unknown): string {
  const id = typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'id') : undefined;
  if (typeof id !== 'string') throw new Error('the answer has no id');
  return id;
}

/** What plays and what waits, as the creator with most alerts sees it. */
async function waitingOf(fixture: Fixture): Promise<string[]> {
  const queue = await call(fixture, 'GET Widget/Queue', { as: 'creator', query: { most: 1_000 } });
  const { current, queued } = waitingAlerts.parse(queue);
  return [...(current ? [current] : []), ...queued].map(({ alertId }) => alertId);
}

async function skipWaiting(fixture: Fixture): Promise<void> {
  const alertIds = await waitingOf(fixture);
  if (alertIds.length > 0)
    await call(fixture, 'POST Widget/Control', { as: 'creator', body: { action: 'skip', alertIds } });
}

/** Widgets of the creator with most alerts. */
export const widgetQuestions: readonly Question[] = [
  ...questionsOf('GET Widget/Settings', {
    'after a new key': async (fixture, at) => {
      if (at === 0) await call(fixture, 'POST Widget/RotateKey', { as: 'donor' });
      return { as: 'donor' };
    },
  }),
  ...questionsOf('PUT Widget/Settings', {
    'one value': (_, at) => ({ as: 'donor', body: { sticker: { text: `Поддержите ${at}` } } }),
  }),
  ...questionsOf('POST Widget/RotateKey', { 'the own': () => ({ as: 'donor' }) }),
  ...questionsOf('GET Widget/Queue', { 'creator with most alerts': () => ({ as: 'creator' }) }),
  ...questionsOf('POST Widget/Test', {
    'creator with most alerts': (_, at) => ({ as: 'creator', query: { amount: 10_000 + at } }),
  }),
  ...questionsOf('POST Widget/Control', {
    'skip all that wait': async (fixture) => {
      await call(fixture, 'POST Widget/Test', { as: 'creator' });
      return { as: 'creator', body: { action: 'skip', alertIds: await waitingOf(fixture) } };
    },
    'replay the last one': () => ({ as: 'creator', body: { action: 'replay' } }),
  }),
  ...questionsOf('POST Widget/Next', {
    'an alert waits': async (fixture, at) => {
      await skipWaiting(fixture);
      await call(fixture, 'POST Widget/Test', { as: 'creator' });
      return { body: { key: widgetKeyOf(1), source: `page-${at}`, isVisible: true } };
    },
  }),
  ...questionsOf('POST Widget/Report', {
    'it was shown': async (fixture, at) => {
      await skipWaiting(fixture);
      await call(fixture, 'POST Widget/Test', { as: 'creator' });
      const source = `page-of-${at}`;
      const leased = await call(fixture, 'POST Widget/Next', {
        body: { key: widgetKeyOf(1), source, isVisible: true },
      });
      const alertId = typeof leased === 'object' && leased !== null ? Reflect.get(leased, 'alertId') : undefined;
      return { body: { key: widgetKeyOf(1), source, alertId, state: 'shown' } };
    },
  }),
  ...questionsOf('POST Widget/Health', {
    'a page': () => ({ body: { key: widgetKeyOf(1), source: 'page', audio: 'ok', isVisible: true } }),
  }),
  ...questionsOf('POST Widget/StartStream', { 'creator with most donations': () => ({ as: 'creator' }) }),
];
