import { z } from 'zod';
import type { PaymentSystemName } from '#app/payments/payment-systems.ts';
import type { NotInBooks } from '#app/payments/systems/system-books.server.ts';
import { billOf } from './click-caller.ts';
import { cardBody, cards } from './money-fixture.ts';
import { accountOf } from './payme-caller.ts';

/**
 * What a stand-in is made to do wrong. `noNews`: it takes money, and the server is not notified. `lostRefund`: it gives money back, and the
 * server gets neither the answer nor news of it.
 */
type SceneFault = 'none' | 'down' | 'lie' | 'noNews' | 'lostRefund';

/** A payment system with its stand-in, as the contract of all systems sees it. */
export interface SystemScene {
  readonly name: PaymentSystemName;
  /** A payer pays on the page or in the form. */
  pay(paymentUrl: string): Promise<void>;
  /** A payer gives up or has no money. */
  decline(paymentUrl: string): Promise<void>;
  fault(fault: SceneFault): Promise<void>;
  /** Somebody refunds at the system, without our request. */
  refundThere(paymentUrl: string): Promise<void>;
  readonly refundsOnRequest: boolean;
  /** Whether it gives a part of a payment back. */
  readonly refundsParts: boolean;
  /** Whether the system calls the server when somebody refunds there; else the server finds it out when it asks. */
  readonly reportsRefunds: boolean;
  /** What its own books do not say; null: it lists all of its payments with their sums. */
  readonly lacks: NotInBooks | null;
  /** Whether it knows a payment from its opening on, and says so if there is none. */
  readonly knowsOpened: boolean;
  /** What the system has taken of a payer and not given back, in minor units, and how often it has taken it. */
  booksOf(paymentUrl: string): Promise<{ readonly left: number; readonly charges: number }>;
}

interface SceneOptions {
  readonly url: string;
  readonly secret: string;
}

const json = { 'content-type': 'application/json' };

const gatewayBooks = z.object({
  payments: z.array(
    z.object({
      id: z.string(),
      amount: z.number(),
      refundedAmount: z.number(),
      history: z.array(z.object({ status: z.string() })),
    }),
  ),
});

export function gatewayScene({ url, secret }: SceneOptions): SystemScene {
  const headers = { ...json, authorization: `Bearer ${secret}` };
  const charge = async (paymentUrl: string, pan: string) =>
    void (await fetch(paymentUrl, { method: 'PATCH', headers: json, body: JSON.stringify(cardBody(pan)) }).catch(
      () => undefined,
    ));
  const faults = {
    none: {},
    down: { mode: 'down' },
    lie: { mode: 'lie-amount' },
    noNews: { callbacks: 'drop' },
    lostRefund: { mode: 'lost-answer', callbacks: 'drop' },
  };
  return {
    name: 'gateway',
    pay: (paymentUrl) => charge(paymentUrl, cards.noCode),
    decline: (paymentUrl) => charge(paymentUrl, cards.insufficientFunds),
    async fault(fault) {
      await fetch(`${url}/control/faults`, { method: 'POST', headers, body: JSON.stringify(faults[fault]) });
    },
    async refundThere(paymentUrl) {
      await fetch(`${paymentUrl}/refund`, { method: 'POST', headers, body: '{}' });
    },
    refundsOnRequest: true,
    refundsParts: true,
    reportsRefunds: true,
    lacks: 'strangers',
    knowsOpened: true,
    async booksOf(paymentUrl) {
      const { payments } = gatewayBooks.parse(await (await fetch(`${url}/control/books`, { headers })).json());
      const one = payments.find(({ id }) => paymentUrl.includes(id));
      const charges = one?.history.filter(({ status }) => status === 'paid').length ?? 0;
      return { left: one === undefined ? 0 : charges * one.amount - one.refundedAmount, charges };
    },
  };
}

const hostedBooks = z.object({
  transactions: z.array(z.object({ id: z.string(), account: z.string(), amount: z.number(), state: z.string() })),
  unequal: z.array(z.string()),
});

/** `cut`: cuts the line from the system to the server, or restores it. */
export type HostedSceneOptions = SceneOptions & { cut: (isCut: boolean) => void };

interface HostedSystem {
  readonly name: 'payme' | 'click';
  readonly refundsOnRequest: boolean;
  readonly reportsRefunds: boolean;
  readonly lacks: NotInBooks | null;
  /** The stand-in's mode in which a refund is made and not answered. */
  readonly lostRefund: string;
  /** The id of a payment, from the address of its page. */
  idOf(paymentUrl: string): string;
  /** The address to which a way to pay is posted. */
  actOf(paymentUrl: string, act: string): string;
  decline(paymentUrl: string, post: (address: string) => Promise<void>): Promise<void>;
}

/** A system with a page of its own, and its stand-in. */
function hostedScene(system: HostedSystem, { url, secret, cut }: HostedSceneOptions): SystemScene {
  const { name, refundsOnRequest, reportsRefunds, lacks, lostRefund, idOf, actOf, decline } = system;
  const headers = { ...json, authorization: `Bearer ${secret}` };
  const books = async () => hostedBooks.parse(await (await fetch(`${url}/${name}/control/books`, { headers })).json());
  const modes = { none: 'ok', down: 'down', lie: 'lie-amount', noNews: 'ok', lostRefund };
  const post = async (address: string) => void (await fetch(address, { method: 'POST', redirect: 'manual' }));
  return {
    name,
    refundsOnRequest,
    refundsParts: false,
    reportsRefunds,
    lacks,
    knowsOpened: false,
    pay: (paymentUrl) => post(actOf(paymentUrl, 'pay')),
    decline: (paymentUrl) => decline(paymentUrl, post),
    async fault(fault) {
      cut(fault === 'noNews' || fault === 'lostRefund');
      const body = JSON.stringify({ mode: modes[fault] });
      await fetch(`${url}/${name}/control/faults`, { method: 'POST', headers, body });
    },
    async refundThere(paymentUrl) {
      const { transactions } = await books();
      const paid = transactions.find(({ account, state }) => account === idOf(paymentUrl) && state === 'paid');
      await post(`${url}/${name}/transactions/${paid?.id}/refund`);
    },
    async booksOf(paymentUrl) {
      const { transactions, unequal } = await books();
      if (unequal.length > 0) throw new Error(`answered differently when repeated: ${unequal.join(', ')}`);
      const own = transactions.filter(({ account }) => account === idOf(paymentUrl));
      const taken = own.filter(({ state }) => state === 'paid' || state === 'refunding' || state === 'refunded');
      const left = taken.reduce((sum, { amount, state }) => (state === 'refunded' ? sum : sum + amount), 0);
      return { left, charges: taken.length };
    },
  };
}

export const paymeScene = (options: HostedSceneOptions) =>
  hostedScene(
    {
      name: 'payme',
      refundsOnRequest: false,
      reportsRefunds: true,
      lacks: null,
      lostRefund: 'ok',
      idOf: accountOf,
      actOf: (paymentUrl, act) => `${paymentUrl}/${act}`,
      // Who declines only leaves the page.
      decline: async (paymentUrl) => void (await fetch(paymentUrl)),
    },
    options,
  );

const clickAct = (paymentUrl: string, act: string) => paymentUrl.replace('?', `/${act}?`);

export const clickScene = (options: HostedSceneOptions) =>
  hostedScene(
    {
      name: 'click',
      refundsOnRequest: true,
      reportsRefunds: false,
      lacks: 'strangersAndSums',
      lostRefund: 'silent',
      idOf: (paymentUrl) => billOf(paymentUrl).payment,
      actOf: clickAct,
      decline: (paymentUrl, post) => post(clickAct(paymentUrl, 'poor')),
    },
    options,
  );
