import { randomUUID } from 'node:crypto';
import { isOpen, type PaymentStatus } from '#app/payments/payment-status.ts';
import { cardBody, cards, type MoneyFixture, signedHeader, until } from './money-fixture.ts';

/** A donation whose payment is open at the provider. Amount in main units. */
export interface OpenDonation {
  readonly payId: string;
  readonly paymentUrl: string;
  readonly amount: number;
}

/** Everything that payer, provider, sweeper and staff may do with a donation; `pick` chooses among variants of a step. */
export const stepNames = [
  'code',
  'silent',
  'twice',
  'paid',
  'refused',
  'otp',
  'wrongOtp',
  'doublePay',
  'question',
  'sweep',
  'expire',
  'refund',
  'refundThere',
  'partThere',
  'callback',
  'forged',
  'lying',
] as const;
export type StepName = (typeof stepNames)[number];
type Steps = Readonly<Record<StepName, (donation: OpenDonation, pick: number) => Promise<unknown>>>;

/** Our word for each of the provider's. */
const statusOf: Readonly<Record<string, PaymentStatus>> = {
  created: 'Created',
  code_required: 'AwaitingCode',
  paid: 'Paid',
  failed: 'Failed',
  expired: 'Expired',
  refunded: 'Refunded',
};

async function bookOf(fixture: MoneyFixture, { payId }: Pick<OpenDonation, 'payId'>) {
  return (await fixture.books()).find(({ reference }) => reference === payId);
}

/** Sends a callback twice at once. A true one reports any of the states the payment has been in. */
async function callBack(
  fixture: MoneyFixture,
  donation: OpenDonation,
  { pick, how }: { pick: number; how: 'true' | 'forged' | 'lying' },
): Promise<void> {
  const book = await bookOf(fixture, donation);
  if (book === undefined) return;
  const status = how === 'true' ? book.history[pick % book.history.length]?.status : 'paid';
  const amount = how === 'lying' ? book.amount + pick + 1 : book.amount;
  const event = { eventId: randomUUID(), id: book.id, reference: donation.payId, status, amount };
  const raw = JSON.stringify({ ...event, occurredAt: new Date().toISOString() });
  const header = signedHeader(raw, how === 'forged' ? { secret: 'not the secret' } : {});
  const answers = await Promise.all(
    [1, 2].map(() => fixture.call('POST Payment/Callback', { raw, headers: { 'x-signature': header } })),
  );
  const expected = how === 'forged' ? 401 : 200;
  const wrong = answers.find(({ status: answered }) => answered !== expected);
  if (wrong) throw new Error(`a ${how} callback was answered ${wrong.status} instead of ${expected}`);
}

async function expireByClock(fixture: MoneyFixture, { payId }: OpenDonation): Promise<void> {
  await fixture.setFaults({ mode: 'down' });
  await fixture.db.pool.query(
    `update payment set expires_at = now() - interval '2 minutes', next_check_at = now() where reference = $1
     and status in ('Created', 'AwaitingCode')`,
    [payId],
  );
  await fixture.payments.polling.sweep(100);
  await fixture.setFaults({});
}

/** The steps on the payments of a fixture. A refused step is no failure: the provider may be down, or the payment final. */
export function donationSteps(fixture: MoneyFixture): Steps {
  const pay = ({ paymentUrl }: OpenDonation, body: unknown) => fixture.pay(paymentUrl, body).catch(() => undefined);
  const refundThere = ({ paymentUrl }: OpenDonation, body?: { amount: number }) =>
    fixture.refundAtProvider(paymentUrl, body).catch(() => undefined);
  const otp = (donation: OpenDonation) => pay(donation, { otp: '123456' });
  const paid = (donation: OpenDonation) => pay(donation, cardBody(cards.noCode));
  return {
    code: (donation) => pay(donation, cardBody(cards.code)),
    silent: (donation) => pay(donation, cardBody(cards.silent)),
    twice: (donation) => pay(donation, cardBody(cards.twice)),
    paid,
    refused: (donation) => pay(donation, cardBody(cards.insufficientFunds)),
    otp,
    wrongOtp: (donation) => pay(donation, { otp: '000000' }),
    doublePay: (donation) => Promise.all([otp(donation), paid(donation), otp(donation)]),
    question: ({ payId }) => fixture.call(`GET ProjectPay/Status?payId=${payId}`),
    sweep: () => fixture.payments.polling.sweep(50),
    expire: (donation) => expireByClock(fixture, donation),
    refund: ({ payId }) => fixture.payments.refundPayment(payId).catch(() => undefined),
    refundThere: (donation) => refundThere(donation),
    partThere: (donation, pick) => refundThere(donation, { amount: pick * 99_999 + 1 }),
    callback: (donation, pick) => callBack(fixture, donation, { pick, how: 'true' }),
    forged: (donation, pick) => callBack(fixture, donation, { pick, how: 'forged' }),
    lying: (donation, pick) => callBack(fixture, donation, { pick, how: 'lying' }),
  };
}

/** Heals the provider and sweeps until our states are the provider's. */
export async function settleAll(fixture: MoneyFixture, donations: readonly OpenDonation[]): Promise<void> {
  const payIds = donations.map(({ payId }) => payId);
  await fixture.setFaults({});
  await until(async () => {
    // These are due before open payments of other tests.
    await fixture.db.pool.query(
      `update payment set next_check_at = now() - interval '1 day' where next_check_at is not null and reference = any($1)`,
      [payIds],
    );
    await fixture.payments.polling.sweep(50);
    const books = await fixture.books();
    const { rows: paid } = await fixture.db.pool.query<{ reference: string; refunded: number }>(
      `select reference, refunded from payment where status = 'Paid' and reference = any($1)`,
      [payIds],
    );
    const areRefundsKnown = paid.every((row) =>
      books.some((book) => book.reference === row.reference && book.refundedAmount === row.refunded),
    );
    const states = await Promise.all(payIds.map((payId) => fixture.payments.readPayment(fixture.db, payId)));
    return (
      areRefundsKnown &&
      states.every((state, index) => {
        const there = statusOf[books.find(({ reference }) => reference === payIds[index])?.status ?? ''];
        return there === state?.status || (state?.status === 'Expired' && there !== undefined && isOpen(there));
      })
    );
  }, 30_000);
}
