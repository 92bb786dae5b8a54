import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { states } from '../payme-card/payme-card-books.ts';
import { receiptObject, receiptsOf } from '../payme-card/payme-receipts.ts';
import type { PaymeRegister, PaymeTransaction } from './payme-register.ts';

/** The state of a transaction's receipt. */
const receiptStates: Readonly<Record<PaymeTransaction['state'], number>> = {
  creating: states.created,
  held: states.charging,
  paid: states.paid,
  refunding: states.cancelling,
  refused: states.cancelled,
  cancelling: states.cancelled,
  cancelled: states.cancelled,
  refunded: states.cancelled,
};

const isTaken = ({ state }: PaymeTransaction) => state === 'paid' || state === 'refunding' || state === 'refunded';

function receiptOf(transaction: PaymeTransaction, tooMuch: number) {
  const { id, account, amount, state, time } = transaction;
  const payTime = isTaken(transaction) ? time : 0;
  // A refused one was never known to the merchant.
  const cancelTime = receiptStates[state] === states.cancelled ? transaction.cancelTime || time : 0;
  const times = { createTime: time, payTime, cancelTime };
  return receiptObject({ id, account, amount: amount + tooMuch, state: receiptStates[state], ...times });
}

const Request = z.object({ id: z.unknown().optional(), method: z.string(), params: z.unknown().optional() });

interface ReceiptListOptions {
  readonly register: PaymeRegister;
  readonly cashRegister: string;
  readonly key: string;
}

/** The only method of the Subscribe API that a register with an endpoint needs: the list of its receipts. */
export function receiptList(app: FastifyInstance, options: ReceiptListOptions, done: () => void): void {
  const { register, cashRegister, key } = options;
  app.post('/payme/api', async (request, reply) => {
    const { mode } = register.faults.current;
    if (mode === 'down') return reply.code(503).send({});
    const asked = Request.safeParse(request.body);
    const head = { jsonrpc: '2.0', id: asked.data?.id ?? null };
    if (request.headers['x-auth'] !== `${cashRegister}:${key}`) return { ...head, error: { code: -32_504 } };
    if (asked.data?.method !== 'receipts.get_all') return { ...head, error: { code: -32_601 } };
    const listed = receiptsOf(asked.data.params, register.books.all(), ({ time }) => time);
    return { ...head, result: listed.map((one) => receiptOf(one, mode === 'lie-amount' ? 1 : 0)) };
  });
  done();
}
