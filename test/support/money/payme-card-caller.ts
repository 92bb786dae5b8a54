import { z } from 'zod';
import type { HostedSceneOptions, SystemScene } from './system-scenes.ts';

/** Settings of an installation that offers cards by Payme beside the gateway. */
export const paymeCardEnv = {
  PAYMENT: 'gateway,payme-card',
  PAYME_CARD_ID: 'fedcba9876543210fedcba98',
  PAYME_CARD_KEY: 'the key of the register for cards',
} as const;

/** Test cards (https://developer.help.paycom.uz/integratsiya-s-mobilnym-prilozheniem/testirovanie-v-pesochnitse), and one of the stand-in without money. */
export const paymeCards = {
  pays: '8600495473316478',
  paysToo: '8600069195406311',
  withoutSms: '8600060921090842',
  expired: '3333336415804657',
  blocked: '4444445987459073',
  unknownError: '8600143417770323',
  withoutMoney: '8600000000000304',
} as const;

const answer = z.object({
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.object({ code: z.number(), message: z.string() }).optional(),
});
/** What the stand-in has of receipts, as its testers read it. */
export const paymeCardBooks = z.object({
  receipts: z.array(
    z.object({
      id: z.string(),
      account: z.string(),
      amount: z.number(),
      state: z.number(),
      charges: z.number(),
      detail: z.unknown(),
      due: z.array(z.string()),
    }),
  ),
  unequal: z.array(z.string()),
});

/** The id of a payment, from the address that its payer gets. */
export const paymentOf = (paymentUrl: string) => decodeURIComponent(new URL(paymentUrl).hash.slice(1));

/** What a payer's browser, an operator and a tester do at the stand-in. `site`: the product's address. */
export function paymeCardStandIn({ url, secret, site }: { url: string; secret: string; site: () => string }) {
  const json = { 'content-type': 'application/json' };
  const headers = { ...json, authorization: `Bearer ${secret}` };
  const call = async (method: string, params: unknown, xAuth: string = paymeCardEnv.PAYME_CARD_ID) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const sent = await fetch(`${url}/payme-card/api`, { method: 'POST', headers: { ...json, 'x-auth': xAuth }, body });
    return answer.parse(await sent.json());
  };
  const readBooks = async () =>
    paymeCardBooks.parse(await (await fetch(`${url}/payme-card/control/books`, { headers })).json());
  const read = async () => (await readBooks()).receipts;
  return {
    call,
    read,
    /** Calls of the product's endpoint that were answered differently when they were repeated. */
    unequal: async () => (await readBooks()).unequal,
    receiptsOf: async (paymentUrl: string) => (await read()).filter(({ account }) => account === paymentOf(paymentUrl)),
    /** The token of a card that its payer has confirmed with the code. */
    async token(number: string = paymeCards.pays, save = true): Promise<string> {
      const { result, error } = await call('cards.create', { card: { number, expire: '0399' }, save });
      const card = z.object({ token: z.string() }).safeParse(result?.card);
      if (!card.success) throw new Error(`cards.create: ${error?.code}`);
      const { token } = card.data;
      await call('cards.get_verify_code', { token });
      await call('cards.verify', { token, code: '666666' });
      return token;
    },
    async mode(mode: string): Promise<void> {
      await fetch(`${url}/payme-card/control/faults`, { method: 'POST', headers, body: JSON.stringify({ mode }) });
    },
    /** The browser hands the token to the product. */
    async confirm(paymentUrl: string, token: string) {
      const body = JSON.stringify({ system: 'payme-card', payment: paymentOf(paymentUrl), token });
      const sent = await fetch(`${site()}/api/Payment/Confirm`, { method: 'POST', headers: json, body });
      return { status: sent.status, body: await sent.text() };
    },
    async refundThere(paymentUrl: string): Promise<void> {
      const paid = (await read()).find(({ account, state }) => account === paymentOf(paymentUrl) && state === 4);
      await fetch(`${url}/payme-card/transactions/${paid?.id}/refund`, { method: 'POST', redirect: 'manual' });
    },
  };
}

export function paymeCardScene(options: Omit<HostedSceneOptions, 'cut'> & { site: () => string }): SystemScene {
  const standIn = paymeCardStandIn(options);
  const payBy = async (paymentUrl: string, number: string) => {
    const token = await standIn.token(number).catch(() => null);
    if (token !== null) await standIn.confirm(paymentUrl, token);
  };
  const modes = {
    none: 'ok',
    down: 'down',
    lie: 'lie-amount',
    noNews: 'lost-answer',
    lostRefund: 'lost-cancel',
  } as const;
  return {
    name: 'payme-card',
    refundsOnRequest: true,
    refundsParts: false,
    reportsRefunds: false,
    lacks: null,
    knowsOpened: false,
    pay: (paymentUrl) => payBy(paymentUrl, paymeCards.pays),
    decline: (paymentUrl) => payBy(paymentUrl, paymeCards.withoutMoney),
    fault: (fault) => standIn.mode(modes[fault]),
    refundThere: (paymentUrl) => standIn.refundThere(paymentUrl),
    async booksOf(paymentUrl) {
      const unequal = await standIn.unequal();
      if (unequal.length > 0) throw new Error(`answered differently when repeated: ${unequal.join(', ')}`);
      const own = await standIn.receiptsOf(paymentUrl);
      const left = own.filter(({ state }) => state === 4).reduce((sum, { amount }) => sum + amount, 0);
      return { left, charges: own.reduce((sum, { charges }) => sum + charges, 0) };
    },
  };
}
