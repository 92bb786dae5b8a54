import { type APIRequestContext, expect } from '@playwright/test';
import { type Creator, newCreator } from './creator.ts';
import { cards } from './donor.ts';
import { dataOf } from './people.ts';

/** A reward that is chosen, as its creator reads it. */
export interface Chosen {
  readonly id: unknown;
  readonly revision: unknown;
}

/** Who takes it, for how much; each sum once in a test, to find its payment. */
interface Taker {
  readonly sum: number;
  /** Absent: anonymous. */
  readonly name?: string;
  readonly message?: string;
}

export async function offerReward(creator: Creator, more: object = {}): Promise<Chosen> {
  const { id, revision } = await creator.call('POST', 'Reward/Save', {
    text: 'Имя в титрах',
    price: 10_000,
    stock: null,
    ...more,
  });
  return { id, revision };
}

/** A donation with a reward that is not paid yet; returns where it is paid. */
export async function chooseReward(request: APIRequestContext, creator: Creator, chosen: Chosen, taker: Taker) {
  const { donate } = await creator.call('GET', 'PersonalAccount/Get');
  const { id: projectId } = Object.assign({ id: '' }, donate);
  const { sum: amount, name, message } = taker;
  const choices = [{ rewardId: chosen.id, revision: chosen.revision }];
  const data = { projectId, amount, name, message, isAnonymous: name === undefined, choices };
  const { paymentUrl } = await dataOf(await request.post('/api/ProjectPay/Create', { data }));
  return String(paymentUrl);
}

/** A donation that its donor began and replaced by another one before it was paid: it gets no piece if it is paid after that. */
export async function lateForReward(request: APIRequestContext, creator: Creator, chosen: Chosen, sum: number) {
  const { donate } = await creator.call('GET', 'PersonalAccount/Get');
  const { id: projectId } = Object.assign({ id: '' }, donate);
  const choices = [{ rewardId: chosen.id, revision: chosen.revision }];
  const data = { projectId, name: 'Опоздавший', isAnonymous: false, choices };
  const donor = await newCreator(request);
  const { paymentUrl: late } = await donor.call('POST', 'ProjectPay/Create', { ...data, amount: sum });
  const { paymentUrl: newer } = await donor.call('POST', 'ProjectPay/Create', { ...data, amount: sum + 1 });
  return { late: String(late), newer: String(newer) };
}

interface Scene {
  readonly request: APIRequestContext;
  readonly sandboxUrl: string;
  readonly creator: Creator;
}

/** Pays a donation with a reward at its address, until the creator sees it; `missed`: when no piece is left. */
export async function payReward(
  { request, sandboxUrl, creator }: Scene,
  paymentUrl: string,
  state: 'all' | 'missed' = 'all',
): Promise<void> {
  const paid = async () => Number((await creator.call('GET', `Reward/Owed?state=${state}`)).count);
  const before = await paid();
  const card = { card: { pan: cards.withoutCode.replaceAll(' ', ''), expiry: '1239' }, payment_system: 'uzcard' };
  await request.patch(new URL(paymentUrl, sandboxUrl).href, { data: card });
  await expect.poll(paid).toBe(before + 1);
}

/** A donation with a reward that is paid, and seen by the creator. */
export async function takeReward(scene: Scene, chosen: Chosen, taker: Taker): Promise<void> {
  await payReward(scene, await chooseReward(scene.request, scene.creator, chosen, taker));
}
