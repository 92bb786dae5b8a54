import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import type { TestApp } from '#test/support/start-app.ts';
import { type DonationToMake, giveUntilAcknowledged, tellProvider, testCards } from './donors.ts';

/** Lifetime of the provider's codes in these tests, in milliseconds. */
export const codeLifeMs = 120;

/** A tab of the payer's browser with one donation. */
export interface Tab {
  readonly api: TestApp['request'];
  readonly payId: string;
  readonly paymentUrl: string;
}

/** What can be done in a tab. `give`: the button is pressed again, or after going back: the page sends the same request under the same key. */
export type TabActs = Readonly<Record<string, (tab: Tab) => Promise<unknown>>>;

export const look = ({ api, payId }: Tab) => api('GET ProjectPay/Status', { query: { payId } });

/** The same, pressed twice. */
export const twice = (act: (tab: Tab) => Promise<unknown>) => (tab: Tab) => Promise.all([act(tab), act(tab)]);

const card = (pan: string) => ({ card: { pan, expiry: '1230' }, payment_system: 'uzcard' });
const byCode = ({ paymentUrl }: Tab) => tellProvider(paymentUrl, card(testCards.code));
const enterCode = ({ paymentUrl }: Tab) => tellProvider(paymentUrl, { otp: '123456' });

/** At the payment gateway. */
export const gatewayActs = {
  card: byCode,
  pay: ({ paymentUrl }: Tab) => tellProvider(paymentUrl, card(testCards.noCode)),
  cardTwiceAtOnce: twice(byCode),
  code: enterCode,
  codeTwiceAtOnce: twice(enterCode),
  wrongCode: ({ paymentUrl }: Tab) => tellProvider(paymentUrl, { otp: '000000' }),
  waitUntilTheCodeIsOver: () => pause(codeLifeMs + 10),
  look,
} satisfies TabActs;

/** The names of acts in several tabs, each in its order, and the milliseconds after which each tab begins. */
interface Interleaving {
  readonly tabs: readonly { readonly waits: number; readonly acts: readonly string[] }[];
}

/** Is paid whatever the machine's speed and the lifetime of codes. */
export const surelyPaid: Interleaving = {
  tabs: [
    { waits: 0, acts: ['pay', 'look'] },
    { waits: 10, acts: ['pay', 'give', 'pay'] },
  ],
};

const sure = 4;

/** So many interleavings by chance; the first four are paid for sure. */
export function interleavings(count: number, acts: TabActs): Interleaving[] {
  const act = fc.constantFrom('give', ...Object.keys(acts));
  const tab = fc.record({ waits: fc.nat(30), acts: fc.array(act, { minLength: 1, maxLength: 5 }) });
  const plan = fc.record({ tabs: fc.array(tab, { minLength: 2, maxLength: 3 }) });
  return [...Array.from({ length: sure }, () => surelyPaid), ...fc.sample(plan, { numRuns: count - sure })];
}

/** Plays the tabs of one payer at once, over HTTP. Returns the ids of the donations that they received. */
export async function playInterleaving(
  api: TestApp['request'],
  { donation, plan, acts }: { donation: DonationToMake; plan: Interleaving; acts: TabActs },
): Promise<Set<string>> {
  const key = `interleaving-${crypto.randomUUID()}`;
  const payIds = new Set<string>();
  const give = async () => {
    const { payId, paymentUrl } = await giveUntilAcknowledged(api, donation, key);
    payIds.add(payId);
    return { api, payId, paymentUrl };
  };
  await Promise.all(
    plan.tabs.map(async (tab) => {
      await pause(tab.waits);
      let page = await give();
      for (const name of tab.acts) {
        if (name === 'give') page = await give();
        else await acts[name]?.(page);
      }
    }),
  );
  return payIds;
}
