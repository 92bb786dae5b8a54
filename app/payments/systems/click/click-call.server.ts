import { createHash } from 'node:crypto';
import { z } from 'zod';
import { areEqual } from '#base/config/secrets.server.ts';
import type { Minor } from '#base/money/money.ts';
import { isStorable } from '../storable-text.ts';
import { parseSum } from './click-amount.ts';

/** The form of a call, as it was sent. */
export type ClickForm = URLSearchParams;

/** Values of the member `action`. */
export const actions = { prepare: '0', complete: '1' } as const;

const number = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number);

const shape = z.object({
  click_trans_id: number,
  service_id: z.string().max(20),
  click_paydoc_id: number,
  merchant_trans_id: z.string().min(1).max(200).refine(isStorable),
  // Prepare may have one, and a call that gives up an attempt may lack it.
  merchant_prepare_id: number.nullable().catch(null),
  amount: z.string().max(100),
  error: z
    .string()
    .regex(/^(0|-[1-9]\d{0,8})$/)
    .transform(Number),
  sign_time: z
    .string()
    .regex(/^.{10} \d\d:\d\d:\d\d$/)
    .transform((time) => time.slice(0, 10))
    .pipe(z.iso.date()),
});

/** A call of Click, verified and parsed. */
export interface ClickCall {
  /** `click_trans_id`: Click's number of the attempt. */
  readonly attempt: number;
  /** `click_paydoc_id`: Click's number of the payment. */
  readonly paydoc: number;
  /** `merchant_trans_id`: our id of the payment. */
  readonly payment: string;
  /** `merchant_prepare_id`: our number of the attempt; null in Prepare. */
  readonly prepareId: number | null;
  /** Null: not written as a sum. */
  readonly amount: Minor | null;
  /** Whether Click gives up the attempt. */
  readonly isCancelled: boolean;
  /** `YYYY-MM-DD` on Click's clock. */
  readonly day: string;
}

/** The MD5 that signs a call with a key. */
export function signatureOf(form: ClickForm, key: string): string {
  const of = (name: string) => form.get(name) ?? '';
  const prepareId = of('action') === actions.complete ? of('merchant_prepare_id') : '';
  const rest = `${of('merchant_trans_id')}${prepareId}${of('amount')}${of('action')}${of('sign_time')}`;
  return createHash('md5')
    .update(`${of('click_trans_id')}${of('service_id')}${key}${rest}`)
    .digest('hex');
}

/**
 * Whether `sign_string` is the MD5 of the call's members with one of the keys (https://docs.click.uz/en/click-api-request/). `error` is not
 * signed: only an attempt that is prepared can be completed, so that a signature works once. The day and time are not limited,
 * because Click repeats a call as it was: a repeated call changes nothing.
 */
export function isSigned(form: ClickForm, keys: readonly string[]): boolean {
  const given = (form.get('sign_string') ?? '').toLowerCase();
  return keys.some((key) => areEqual(given, signatureOf(form, key)));
}

/** Parses a signed call for a service; null: a member is missing, repeated or malformed, or it is another service. Others are ignored. */
export function parseCall(form: ClickForm, serviceId: string): ClickCall | null {
  const members = ['action', 'sign_string', ...Object.keys(shape.shape)];
  if (members.some((name) => form.getAll(name).length > 1)) return null;
  const parsed = shape.safeParse(Object.fromEntries(form));
  if (!parsed.success || parsed.data.service_id !== serviceId) return null;
  const { click_trans_id: attempt, click_paydoc_id: paydoc, merchant_trans_id: payment, ...rest } = parsed.data;
  const isComplete = form.get('action') === actions.complete;
  if (isComplete && rest.merchant_prepare_id === null && rest.error === 0) return null;
  return {
    attempt,
    paydoc,
    payment,
    prepareId: isComplete ? rest.merchant_prepare_id : null,
    amount: parseSum(rest.amount),
    isCancelled: rest.error < 0,
    day: rest.sign_time,
  };
}
