import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Database } from '#base/db/db.server.ts';
import type { Background } from '#base/process/background-jobs.server.ts';
import type { Bot } from './bot.server.ts';
import { learnBotName } from './bot-name.server.ts';
import { advanceBot, holdBot, letGoOfBot } from './bot-store.server.ts';
import type { HandleUpdate } from './updates.server.ts';

interface PollerOptions {
  readonly db: Database;
  readonly bot: Bot;
  readonly handle: HandleUpdate;
  readonly log: Logger;
  /** Sets the menu button where it is free; it never fails. */
  readonly offerMenu: () => Promise<void>;
}

/** How often a process looks whether the one that asks for updates is gone, and tries again after a failure. */
const pauseMilliseconds = 3_000;

const numbered = z.object({ update_id: z.int() });

/** An update that fails so often although the database answers is skipped. */
const mostTries = 3;

/** Handles updates, so that one that always fails does not hold up those behind it. */
function createPatientHandler({ handle, log }: PollerOptions): (update: unknown, id: number) => Promise<void> {
  let failing = { id: 0, tries: 0 };
  return async (update, id) => {
    try {
      await handle(update);
    } catch (error) {
      failing = { id, tries: failing.id === id ? failing.tries + 1 : 1 };
      if (failing.tries < mostTries) throw error;
      log.error({ err: error }, 'an update of the bot was skipped');
    }
  };
}

interface Asker extends PollerOptions {
  readonly holder: string;
  handleOrSkip(update: unknown, id: number): Promise<void>;
}

/** Asks once and handles what comes; false: another process asks. */
async function ask({ db, bot, holder, handleOrSkip }: Asker, signal: AbortSignal): Promise<boolean> {
  const next = await holdBot(db, bot.id, holder);
  if (next === null) return false;
  for (const update of await bot.updates(next, signal)) {
    const { update_id: id } = numbered.parse(update);
    await handleOrSkip(update, id);
    if (!(await advanceBot(db, bot.id, holder, id + 1))) return false;
  }
  return true;
}

async function poll(options: PollerOptions, holder: string, signal: AbortSignal): Promise<void> {
  const { db, bot, log } = options;
  const asker = { ...options, holder, handleOrSkip: createPatientHandler(options) };
  let isReady = false;
  let isSilent = false;
  while (!signal.aborted) {
    let isIdle = true;
    try {
      if (!isReady) {
        await learnBotName(db, bot);
        // Telegram refuses questions for updates while a webhook is set.
        await bot.stopWebhook(signal);
        isReady = true;
        await options.offerMenu();
      }
      isIdle = !(await ask(asker, signal));
      isSilent = false;
    } catch (error) {
      if (!isSilent && !signal.aborted) log.warn({ err: error }, 'the bot could not ask Telegram for updates');
      isSilent = true;
    }
    if (isIdle) await pause(pauseMilliseconds, undefined, { signal }).catch(() => undefined);
  }
  await letGoOfBot(db, bot.id, holder).catch(() => undefined);
}

/** Asks Telegram for updates, one process at a time. */
export function startPoller(options: PollerOptions): Background {
  const stopping = new AbortController();
  const polling = poll(options, randomUUID(), stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await polling;
    },
  };
}
