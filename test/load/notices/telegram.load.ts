import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, test, vi } from 'vitest';
import { locales } from '#base/text/locales.ts';
import { giveUntilAcknowledged, inParallel, payByCard, testCards } from '#test/load/money/donors.ts';
import { untilNoneIsOpen, waitUntilSettled } from '#test/load/money/settling.ts';
import { prove, quantile, scaled } from '#test/load/prove.ts';
import { apiAt, type Fleet, openFleet } from '#test/load/server-fleet.ts';
import { linkedCreator, noticeSettings } from '#test/support/notices/notice-fixture.ts';
import { startTelegram, type TelegramStandIn, testBot } from '#test/support/notices/telegram-stand-in.ts';
import { type Chat, donorName, judgeChat, judgePace, noFindings, readPaid } from './notice-evidence.ts';
import { openTelegramDoors, type TelegramDoors } from './telegram-doors.ts';

let telegram: TelegramStandIn;
let doors: TelegramDoors;
let fleet: Fleet;

const bot = { TELEGRAM_BOT_TOKEN: testBot.token };

beforeAll(async () => {
  telegram = await startTelegram();
  doors = await openTelegramDoors(telegram.url, 2);
  const envOf = (index: number) => ({ ...bot, TELEGRAM_API_URL: doors.urls[index] ?? '' });
  fleet = await openFleet({ servers: 2, envOf });
}, 120_000);

afterAll(async () => {
  await fleet.close();
  await doors.close();
  await telegram.close();
});

/** More than Telegram takes messages in a second. */
const creators = 36;

/** The hours of the country in which this test runs. */
function mutedNow() {
  const hour = (new Date().getUTCHours() + 5) % 24;
  return { from: hour, until: (hour + 3) % 24 };
}

async function linkChat(index: number): Promise<Chat> {
  const language = locales[index % locales.length] ?? 'ru';
  const ground = { api: fleet.server.api, db: fleet.db };
  const { person, chatId } = await linkedCreator(ground, telegram, { language });
  const isMuted = index % 4 === 3;
  if (isMuted) {
    const [receiver] = (await noticeSettings(ground, person)).receivers;
    const body = { id: receiver?.id, topics: receiver?.topics, language, muted: mutedNow() };
    const { status } = await ground.api('PUT Notice/Receiver', { body }, person);
    if (status !== 200) throw new Error(`no muted hours: ${status}`);
  }
  return { chatId, projectId: person.projectId, language, isMuted };
}

/** Gives and pays donations evenly over the time; every fifth goes to one creator. */
async function give(chats: readonly Chat[], count: number, overSeconds: number): Promise<void> {
  const begun = Date.now();
  await inParallel(count, 30, async (index) => {
    await pause(Math.max(0, begun + (index / count) * overSeconds * 1_000 - Date.now()));
    const { projectId = '' } = chats[index % 5 === 0 ? 0 : index % chats.length] ?? {};
    const donation = { projectId, amount: 5_000 + index, name: donorName(index), message: `Спасибо ${index}` };
    const made = await giveUntilAcknowledged(apiAt(fleet, index), donation, `telegram-${index}`);
    await payByCard(made.paymentUrl, testCards.noCode);
  });
}

/** Kills the server that has asked for updates last, as soon as messages of it are under way, and starts it again. */
async function killHolder(): Promise<{ readonly door: number; readonly underWay: number }> {
  // A server that was killed before holds Telegram for a minute: then the other one is killed.
  const door = doors.lastAsker ?? 1;
  await vi.waitUntil(() => doors.underWay(door) > 0, { timeout: 90_000, interval: 2 }).catch(() => undefined);
  const underWay = doors.underWay(door);
  await fleet.servers[door]?.kill();
  const leased = 'select chat_id::int as "chatId" from notice_receiver where lease is not null';
  const { rows } = await fleet.db.pool.query<{ chatId: number }>(leased);
  doors.noteKill(rows.map(({ chatId }) => chatId));
  doors.lastAsker = null;
  await fleet.servers[door]?.start();
  return { door, underWay };
}

/** Lets Telegram be away in one way after another. Returns what was under way when the server was killed that held it. */
async function goAway(seconds: number): Promise<number> {
  const during = (share: number) => pause(seconds * share * 1_000);
  await doors.set('refusing');
  await during(0.25);
  await doors.set('hanging');
  const hanging = during(0.3);
  const { underWay } = await killHolder();
  await hanging;
  await doors.set('badGateway');
  await during(0.2);
  doors.retryAfter = Math.max(2, Math.round(seconds * 0.05));
  await doors.set('flood');
  await during(0.25);
  return underWay;
}

async function comeBack(seconds: number): Promise<number> {
  await doors.set('returning');
  const returning = pause(seconds * 1_000);
  const { underWay } = await killHolder();
  await returning;
  await doors.set('well');
  return underWay;
}

const countOf = async (state: string) =>
  (await fleet.db.pool.query('select from notice where state = $1', [state])).rowCount ?? 0;

test('35: Telegram is away for ten minutes', async () => {
  const count = scaled(1_000, 100);
  const away = scaled(600, 16);
  const around = scaled(40, 4);
  const chats: Chat[] = [];
  for (let index = 0; index < creators; index += 1) chats.push(await linkChat(index));
  const begunAt = Date.now();
  const linking = doors.deliveries.length;
  const giving = give(chats, count, around + away + around);
  await pause(around * 1_000);
  const goneAt = Date.now();
  const hungUnderWay = await goAway(away);
  const returnedAt = Date.now();
  const lateUnderWay = await comeBack(around / 2);
  const wellAt = Date.now();
  await giving;
  const unsettled = await waitUntilSettled(fleet, 120);
  await untilNoneIsOpen(() => countOf('waiting'), 300);
  const found = noFindings();
  let paidInAll = 0;
  let paidWhileAway = 0;
  let recovered = 0;
  const delays: number[] = [];
  for (const chat of chats) {
    const paid = await readPaid(fleet.db, chat.projectId);
    const own = doors.deliveries.slice(linking).filter(({ chatId }) => chatId === chat.chatId);
    judgeChat(chat, paid, own, found);
    paidInAll += paid.length;
    for (const { id, paidAt } of paid) {
      const at = paidAt.getTime();
      const cameAt = found.cameAt.get(id) ?? Number.POSITIVE_INFINITY;
      if (at > goneAt && at < returnedAt) paidWhileAway += 1;
      if (at < wellAt) recovered = Math.max(recovered, (cameAt - wellAt) / 1_000);
      else delays.push((cameAt - at) / 1_000);
    }
  }
  const pace = judgePace(doors, chats, begunAt);
  prove(35, {
    promise: `${count} donations to ${creators} chats, Telegram away for ${Math.round((returnedAt - goneAt) / 1_000)} s, the server that held it killed twice: each notice comes in order, and again only where an answer of Telegram was lost`,
    none: {
      unpaid: count - paidInAll,
      lost: found.lost,
      doubled: found.doubled,
      'out of order': found.outOfOrder,
      'in other words': found.wrongTexts,
      'with another sound': found.wrongSounds,
      'given up': await countOf('failed'),
      'sent before Telegram wanted': pace.tooEarly,
      'within a second of another to the chat': pace.tooClose,
    },
    most: { 'messages in one second': [pace.inOneSecond, 25] },
    times: { 'all there after Telegram was back, s': [recovered, 75], 'settled, s': [unsettled, 60] },
    met: {
      'paid while it was away': [paidWhileAway, count / 2],
      hung: doors.counts.hung,
      '502': doors.counts.badGateways,
      '429': doors.counts.floods,
      'answers lost': doors.counts.lost,
      'joined messages': found.joined.filter((joined) => joined > 1).length,
      'under way when killed': hungUnderWay,
      'under way when killed while it came back': lateUnderWay,
    },
    shown: {
      messages: found.joined.length,
      'the largest of donations': Math.max(...found.joined),
      'taken without an answer that was recorded': found.unrecorded,
      'donations that came again with these': found.again.length,
      'from paid to the chat afterwards, p50 s': quantile(delays, 0.5),
    },
  });
}, 2_400_000);
