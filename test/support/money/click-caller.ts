import { createHash } from 'node:crypto';
import { z } from 'zod';

/** Settings of an installation that offers Click beside the gateway. */
export const clickEnv = {
  PAYMENT: 'gateway,click',
  CLICK_SERVICE_ID: '12345',
  CLICK_MERCHANT_ID: '54321',
  CLICK_MERCHANT_USER_ID: '777',
  CLICK_SECRET_KEY: 'the key of the service',
} as const;

/** The members of a call, as they are sent. */
export type ClickMembers = Readonly<Record<string, string>>;

const answer = z.object({
  error: z.number(),
  error_note: z.string(),
  click_trans_id: z.number().optional(),
  merchant_trans_id: z.string().optional(),
  merchant_prepare_id: z.number().optional(),
  merchant_confirm_id: z.number().optional(),
});
export type ClickReply = z.output<typeof answer>;

/** The id of a payment and its sum in so'm, from the address of its page. */
export function billOf(paymentUrl: string): { readonly payment: string; readonly sum: string } {
  const { searchParams } = new URL(paymentUrl);
  return { payment: searchParams.get('transaction_param') ?? '', sum: searchParams.get('amount') ?? '' };
}

let lastNumber = Date.now();

/** Prepare of a new attempt, unsigned. */
export function newAttempt(paymentUrl: string): ClickMembers {
  const { payment, sum } = billOf(paymentUrl);
  lastNumber += 1;
  return {
    click_trans_id: String(lastNumber),
    service_id: clickEnv.CLICK_SERVICE_ID,
    click_paydoc_id: String(lastNumber + 5_000),
    merchant_trans_id: payment,
    amount: sum,
    action: '0',
    error: '0',
    error_note: 'Success',
    sign_time: '2026-03-01 12:30:00',
  };
}

/** Complete of an attempt that was prepared, unsigned. `error`: negative, if Click gives it up. */
export function completionOf(attempt: ClickMembers, { merchant_prepare_id }: ClickReply, error = 0): ClickMembers {
  return { ...attempt, merchant_prepare_id: String(merchant_prepare_id ?? ''), action: '1', error: String(error) };
}

/** The members with their signature (https://docs.click.uz/en/click-api-request/). */
export function signed(members: ClickMembers, key: string = clickEnv.CLICK_SECRET_KEY): ClickMembers {
  const of = (name: string) => members[name] ?? '';
  const middle = of('action') === '1' ? of('merchant_prepare_id') : '';
  const text = `${of('click_trans_id')}${of('service_id')}${key}${of('merchant_trans_id')}${middle}`;
  const whole = `${text}${of('amount')}${of('action')}${of('sign_time')}`;
  return { ...members, sign_string: createHash('md5').update(whole).digest('hex') };
}

/** Sends a form to one of the two addresses and returns the body of the answer. */
type Send = (path: 'Prepare' | 'Complete', form: string) => Promise<unknown>;

export const sendTo =
  (url: string): Send =>
  async (path, form) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return (await fetch(`${url}/api/Payment/Click/${path}`, { method: 'POST', headers, body: form })).json();
  };

/** Calls the Shop API of a server as Click does. */
export function clickCaller(send: Send) {
  const call = async (members: ClickMembers): Promise<ClickReply> => {
    const form = new URLSearchParams(signed(members)).toString();
    return answer.parse(await send(members.action === '1' ? 'Complete' : 'Prepare', form));
  };
  return {
    call,
    codeOf: async (members: ClickMembers) => (await call(members)).error,
    raw: async (path: 'Prepare' | 'Complete', form: string) => answer.parse(await send(path, form)),
    async pay(paymentUrl: string) {
      const attempt = newAttempt(paymentUrl);
      const completion = completionOf(attempt, await call(attempt));
      return { attempt, completion, error: (await call(completion)).error };
    },
  };
}
