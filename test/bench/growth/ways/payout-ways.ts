import { textOf } from '#test/bench/support/donation-maker.ts';
import { call, type Fixture } from '../fixture.ts';
import { idOf } from '../ids.ts';
import { waysOf } from './way.ts';

const request = {
  as: 'creator',
  body: { accountId: idOf.account(1), amount: 1_000, card: { mask: '8600 •••• •••• 0106' } },
} as const;

async function requestPayout(fixture: Fixture): Promise<string> {
  return textOf(await call(fixture, 'POST Payout/Request', request), 'id');
}

export const payoutWays = waysOf({
  'POST Payout/Request': () => request,
  'POST Payout/Cancel': async (fixture) => ({ as: 'creator', query: { payoutId: await requestPayout(fixture) } }),
  'PUT Payout/Pay': async (fixture, at) => ({
    as: 'admin',
    body: { payoutId: await requestPayout(fixture), reference: `BANK-${at}` },
  }),
  'PUT Payout/Decline': async (fixture) => ({
    as: 'admin',
    body: { payoutId: await requestPayout(fixture), reason: 'Карта закрыта' },
  }),
});
