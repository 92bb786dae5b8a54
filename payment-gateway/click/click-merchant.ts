import { createHash } from 'node:crypto';
import { z } from 'zod';
import { askMerchant, type MerchantAnswer } from '../hosted/hosted-register.ts';
import type { ClickTransaction } from './click-transaction.ts';

const Body = z.object({ error: z.int(), error_note: z.string() });

/** The merchant could not store what it was asked to: worth another try. */
const notUpdated = -7;
const alreadyPaid = -4;
const noMoney = -5017;

/** The time on Click's clock (UTC+5), as `YYYY-MM-DD HH:mm:ss`. */
export function clickTime(milliseconds: number): string {
  return new Date(milliseconds + 5 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
}

export interface ClickMerchantOptions {
  readonly serviceId: string;
  readonly key: string;
  /** The merchant's address, below which are `/Prepare` and `/Complete`. */
  readonly endpoint: () => string;
}

/** Calls a merchant's Shop API (https://docs.click.uz/en/click-api-request/): signed forms. */
export class ClickMerchant {
  readonly #options: ClickMerchantOptions;

  constructor(options: ClickMerchantOptions) {
    this.#options = options;
  }

  /** Sends the call that a waiting transaction needs. `tooMuch`: added to its amount, in tiyin. */
  notify(transaction: ClickTransaction, tooMuch: number): Promise<MerchantAnswer> {
    const { endpoint } = this.#options;
    const isPrepare = transaction.state === 'creating';
    const request = {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(this.#membersOf(transaction, tooMuch)).toString(),
    };
    return askMerchant(`${endpoint()}/${isPrepare ? 'Prepare' : 'Complete'}`, request, (answer) =>
      answerOf(answer, transaction),
    );
  }

  #membersOf({ id, paydoc, account, amount, state, time, prepareId }: ClickTransaction, tooMuch: number) {
    const { serviceId, key } = this.#options;
    const isPrepare = state === 'creating';
    const prepared = isPrepare ? '' : String(prepareId);
    const tiyin = String(amount + tooMuch).padStart(3, '0');
    const sum = `${tiyin.slice(0, -2)}.${tiyin.slice(-2)}`;
    const action = isPrepare ? '0' : '1';
    const at = clickTime(time);
    const text = `${id}${serviceId}${key}${account}${prepared}${sum}${action}${at}`;
    return {
      click_trans_id: id,
      service_id: serviceId,
      click_paydoc_id: String(paydoc),
      merchant_trans_id: account,
      ...(!isPrepare && { merchant_prepare_id: prepared }),
      amount: sum,
      action,
      error: state === 'cancelling' ? String(noMoney) : '0',
      error_note: '',
      sign_time: at,
      sign_string: createHash('md5').update(text).digest('hex'),
    };
  }
}

function answerOf(body: unknown, { state }: ClickTransaction): MerchantAnswer {
  const { error, error_note: message } = Body.parse(body);
  if (error === notUpdated) return { kind: 'silence', message };
  // A repeated Complete is answered by «already paid».
  if (state === 'held' && (error === 0 || error === alreadyPaid)) return { kind: 'result', result: body, text: 'paid' };
  return error === 0
    ? { kind: 'result', result: body, text: JSON.stringify(body) }
    : { kind: 'error', code: error, message };
}
