import { randomBytes } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';
import { insertDraw, lockDraw } from '#app/draws/draw-store.server.ts';
import { holdDraw } from '#app/draws/holding/hold-draw.server.ts';
import { markPlaceGiven, writeAnswer } from '#app/draws/place-store.server.ts';
import { statement, type Tx } from '#base/db/db.server.ts';
import { fromMain } from '#base/money/money.ts';

const day = 86_400_000;

interface DemoDraw {
  readonly text: string;
  readonly leastSum: number;
  readonly winners: number;
  /** Days before now, and after it where they are negative. */
  readonly began: number;
  readonly ends: number;
}

const held: DemoDraw = { text: 'Дутар с автографом', leastSum: fromMain(10_000), winners: 3, began: 31, ends: 6 };
const open: DemoDraw = { text: 'Ужин со мной в чайхане', leastSum: fromMain(20_000), winners: 1, began: 3, ends: -5 };

const dateDraw = statement(
  `update draw set created_at = ends_at - interval '20 days' where id = $1 and ends_at < now()`,
);
const dateHeld = statement(`update draw set held_at = ends_at + interval '10 minutes' where id = $1`);
const dateWon = statement(`update draw_place set won_at = (select held_at from draw where id = $1) where draw_id = $1`);

async function addDraw(tx: Tx, projectId: string, now: Date, { began, ends, ...draw }: DemoDraw): Promise<string> {
  const startsAt = new Date(now.getTime() - began * day);
  const endsAt = new Date(now.getTime() - ends * day);
  const id = uuidV7({ msecs: startsAt.getTime() });
  await insertDraw(tx, id, { ...draw, projectId, startsAt, endsAt, seed: randomBytes(32), ticketKey: randomBytes(32) });
  await tx.run(dateDraw, [id]);
  return id;
}

/** A draw that is held, whose first prize is given and whose second winner has answered, and one in which donors take part now. */
export async function addDraws(tx: Tx, projectId: string, now: Date): Promise<void> {
  const drawId = await addDraw(tx, projectId, now, held);
  const draw = await lockDraw(tx, drawId);
  if (draw === null) throw new Error(`the draw ${drawId} was not written`);
  await holdDraw(tx, draw, async () => {});
  await tx.run(dateHeld, [drawId]);
  await tx.run(dateWon, [drawId]);
  await writeAnswer(tx, { drawId, place: 1 }, 'Заберу на стриме в субботу, телеграм @jasur_t');
  await markPlaceGiven(tx, { drawId, place: 1 }, true);
  await writeAnswer(tx, { drawId, place: 2 }, 'Самарканд, почтой, если можно');
  await addDraw(tx, projectId, now, open);
}
