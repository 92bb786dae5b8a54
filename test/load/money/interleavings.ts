import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import type { TestApp } from '#test/support/start-app.ts';
import { giveUntilAcknowledged, tellProvider, testCards } from './donors.ts';

/** Lifetime of the provider's codes in these tests, in milliseconds. */
export const codeLifeMs = 120;

const card = (pan: string) => ({ card: { pan, expiry: '1230' }, payment_system: 'uzcard' });

/** The actions of a tab of the payer's browser with one donation. */
const acts = {
  /** The button is pressed, pressed again, or pressed after going back: the page sends the same request under the same key. */
  give: async () => undefined,
  card: ({ paymentUrl }: Tab) => tellProvider(paymentUrl, card(testCards.code)),
  cardWithoutCode: ({ paymentUrl }: Tab) => tellProvider(paymentUrl, card(testCards.noCode)),
  cardTwiceAtOnce: async (tab: Tab) => {
    await Promise.all([acts.card(tab), acts.card(tab)]);
  },
  code: ({ paymentUrl }: Tab) => tellProvider(paymentUrl, { otp: '123456' }),
  codeTwiceAtOnce: async (tab: Tab) => {
    await Promise.all([acts.code(tab), acts.code(tab)]);
  },
  wrongCode: ({ paymentUrl }: Tab) => tellProvider(paymentUrl, { otp: '000000' }),
  waitUntilTheCodeIsOver: () => pause(codeLifeMs + 10),
  look: ({ api, payId }: Tab) => api('GET ProjectPay/Status', { query: { payId } }),
};

interface Tab {
  readonly api: TestApp['request'];
  readonly payId: string;
  readonly paymentUrl: string;
}

type Act = keyof typeof acts;

/** The actions of several tabs, each in its order, and the milliseconds after which each tab begins. */
interface Interleaving {
  readonly tabs: readonly { readonly waits: number; readonly acts: readonly Act[] }[];
}

const act = fc.constantFrom<Act>(
  ...(['give', 'card', 'cardWithoutCode', 'cardTwiceAtOnce', 'code', 'codeTwiceAtOnce'] as const),
  ...(['wrongCode', 'waitUntilTheCodeIsOver', 'look', 'code'] as const),
);

export const interleaving: fc.Arbitrary<Interleaving> = fc.record({
  tabs: fc.array(fc.record({ waits: fc.nat(30), acts: fc.array(act, { minLength: 1, maxLength: 5 }) }), {
    minLength: 2,
    maxLength: 3,
  }),
});

/** Is paid whatever the machine's speed and the lifetime of codes. */
export const surelyPaid: Interleaving = {
  tabs: [
    { waits: 0, acts: ['cardWithoutCode', 'look'] },
    { waits: 10, acts: ['cardWithoutCode', 'give', 'cardWithoutCode'] },
  ],
};

/** Plays the tabs of one payer at once, over HTTP. Returns the ids of the donations that they received. */
export async function playInterleaving(
  api: TestApp['request'],
  projectId: string,
  { tabs }: Interleaving,
): Promise<Set<string>> {
  const key = `interleaving-${crypto.randomUUID()}`;
  const payIds = new Set<string>();
  const give = async () => {
    const { payId, paymentUrl } = await giveUntilAcknowledged(api, { projectId, amount: 10_000 }, key);
    payIds.add(payId);
    return { api, payId, paymentUrl };
  };
  await Promise.all(
    tabs.map(async (tab) => {
      await pause(tab.waits);
      let page = await give();
      for (const name of tab.acts) {
        if (name === 'give') page = await give();
        else await acts[name](page);
      }
    }),
  );
  return payIds;
}
