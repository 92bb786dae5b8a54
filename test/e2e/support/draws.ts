import { type APIRequestContext, expect } from '@playwright/test';
import pg from 'pg';
import type { Creator } from './creator.ts';
import { cards } from './donor.ts';
import { dataOf } from './people.ts';

/** A donation that takes part: longer ago than payments are still written after the end of a draw. */
const before = "interval '10 minutes'";

async function run(sql: string, values: readonly unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.E2E_DATABASE_URL });
  await client.connect();
  await client.query(sql, [...values]).finally(() => client.end());
}

/** A draw of a creator, of those who give 10,000 or more within an hour. */
export async function makeDraw(creator: Creator, more: object = {}): Promise<string> {
  const body = { text: 'Футболка', leastSum: 10_000, winners: 1, endsIn: 60, ...more };
  return String((await creator.call('POST', 'Draw/Make', body)).id);
}

async function entered(creator: Creator, drawId: string): Promise<number> {
  const { draw } = await creator.call('GET', `Draw/Get?drawId=${drawId}`);
  return Number(Object.assign({ entryCount: 0 }, draw).entryCount);
}

interface Scene {
  readonly request: APIRequestContext;
  readonly sandboxUrl: string;
  readonly creator: Creator;
}

/** Somebody who is logged in gives the creator enough to take part, and is counted. */
export async function enterDraw(
  { request, sandboxUrl, creator }: Scene,
  drawId: string,
  { token, name }: { readonly token: string; readonly name?: string },
): Promise<void> {
  const { donate } = await creator.call('GET', 'PersonalAccount/Get');
  const { id: projectId } = Object.assign({ id: '' }, donate);
  const count = await entered(creator, drawId);
  const headers = { authorization: `Bearer ${token}` };
  const data = { projectId, amount: 10_000 + count, name, isAnonymous: name === undefined };
  const { paymentUrl } = await dataOf(await request.post('/api/ProjectPay/Create', { headers, data }));
  const card = { card: { pan: cards.withoutCode.replaceAll(' ', ''), expiry: '1239' }, payment_system: 'uzcard' };
  await request.patch(new URL(String(paymentUrl), sandboxUrl).href, { data: card });
  await expect.poll(async () => entered(creator, drawId)).toBe(count + 1);
}

/** Lets so many seconds pass since the end of a draw, whose donations were made before it. Less than none: it ends in so many seconds. */
export async function endDraw(drawId: string, seconds = 120): Promise<void> {
  await run(
    `update donation d set paid_at = d.paid_at - ${before} from draw w where w.id = $1 and d.project_id = w.project_id`,
    [drawId],
  );
  await run(
    `update draw set starts_at = starts_at - interval '1 hour', ends_at = now() - make_interval(secs => $2) where id = $1`,
    [drawId, seconds],
  );
}

/** Lets the time pass in which a winner may answer. */
export async function missAnswer(drawId: string): Promise<void> {
  await run(`update draw_place set won_at = won_at - interval '73 hours' where draw_id = $1`, [drawId]);
}
