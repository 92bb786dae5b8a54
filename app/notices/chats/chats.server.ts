import type { DueChat } from '#app/memberships/member-chats.server.ts';
import { LeasedSends } from '#base/process/leased-sends.server.ts';
import { pauseBot } from '../outbox/notice-store.server.ts';
import { type ChatAnswer, questionSeconds } from './chat-bot.server.ts';
import { isBotPaused } from './linked-store.server.ts';
import { type ChatRunOptions, lookAtSeat, pauseAfter } from './seat-run.server.ts';

/** Longer than all questions about one account or chat take. After this time another process may take it. */
const leaseSeconds = 120;

/** An account takes four questions at most, and an answer to it one. */
const longestLook = (5 * questionSeconds + 10) * 1_000;

const second = 1_000;
const hour = 3_600;

/** That the bot was removed, or is another one than before, is found by then where nobody says so. */
const day = 24 * hour;

/** An ended chat that the bot cannot leave after so many tries is forgotten. */
const mostLeaves = 10;

type Away = Exclude<ChatAnswer, { kind: 'done' | 'refused' }>;

async function setAside({ db, bot, chats }: ChatRunOptions, chat: DueChat, answer: Away): Promise<void> {
  await db.transaction(async (tx) => {
    switch (answer.kind) {
      case 'wait':
        await chats.postponeChat(tx, chat, answer.seconds);
        return pauseBot(tx, bot.id, answer.seconds);
      case 'moved':
        if (await chats.moveChat(tx, chat.telegramId, answer.to)) return;
        return chats.settleChat(tx, chat, { hasRights: false, link: null, seconds: hour });
      case 'noRights':
        return chats.settleChat(tx, chat, { hasRights: false, link: null, seconds: hour });
      case 'failed':
        return chats.postponeChat(tx, chat, pauseAfter(chat.tries));
    }
  });
}

async function leave(options: ChatRunOptions, chat: DueChat): Promise<void> {
  const { db, bot, chats } = options;
  if (chat.isReleasing && chat.tries < mostLeaves) {
    await db.transaction((tx) => chats.postponeChat(tx, chat, pauseAfter(chat.tries)));
    return;
  }
  const answer = await bot.leave(chat.telegramId);
  const isAway = answer.kind === 'wait' || answer.kind === 'failed';
  if (isAway && chat.tries < mostLeaves) return setAside(options, chat, answer);
  await db.transaction((tx) => chats.forgetChat(tx, chat));
}

/** Looks at one leased chat: leaves it, or asks for the bot's rights and makes the address at which people ask to come in. */
async function lookAtChat(options: ChatRunOptions, chat: DueChat): Promise<void> {
  const { db, bot, chats } = options;
  if (chat.isEnded) return leave(options, chat);
  const rights = await bot.hasRights(chat.telegramId);
  if (rights.kind !== 'done' && rights.kind !== 'refused') return setAside(options, chat, rights);
  const hasRights = rights.kind === 'done' && rights.result;
  const made = hasRights && chat.link === null ? await bot.makeLink(chat.telegramId) : null;
  if (made !== null && made.kind !== 'done' && made.kind !== 'refused') return setAside(options, chat, made);
  const link = made?.kind === 'done' ? made.result : null;
  const isWhole = hasRights && (chat.link ?? link) !== null;
  await db.transaction((tx) => chats.settleChat(tx, chat, { hasRights, link, seconds: isWhole ? day : hour }));
}

/** The job of the bot in closed chats. Any number of processes may run it. */
export function createChatJob(options: ChatRunOptions) {
  const { db, bot, chats } = options;
  const whileUnpaused = async <Due>(claim: () => Promise<readonly Due[]>) =>
    (await isBotPaused(db, bot.id)) ? [] : claim();
  const seats = {
    atOnce: 8,
    claim: (most: number) => whileUnpaused(() => chats.claimSeats(db, most, leaseSeconds)),
    send: (seat: Awaited<ReturnType<typeof chats.claimSeats>>[number]) => lookAtSeat(options, seat),
  };
  const whole = {
    atOnce: 2,
    claim: (most: number) => whileUnpaused(() => chats.claimChats(db, most, leaseSeconds)),
    send: (chat: DueChat) => lookAtChat(options, chat),
  };
  const times = { leaseSeconds, longestSend: longestLook };
  const runs = [new LeasedSends([seats], times), new LeasedSends([whole], times)];
  return {
    name: 'closed chats',
    everyMilliseconds: second,
    async run() {
      await Promise.all(runs.map((run) => run.begin()));
    },
    async stop() {
      await Promise.all(runs.map((run) => run.stop()));
    },
  };
}
