import { createHmac, hkdfSync } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { failures } from '#base/calls/errors.ts';
import { areEqual, secretsIn } from '#base/config/secrets.server.ts';
import type { Database } from '#base/db/db.server.ts';
import type { Background } from '#base/process/background-jobs.server.ts';
import type { Bot } from './bot.server.ts';
import { learnBotName } from './bot-name.server.ts';
import type { HandleUpdate } from './updates.server.ts';

/** The path and the header by which updates are known to come from Telegram. */
interface WebhookSecrets {
  readonly path: string;
  readonly header: string;
}

/** Derives both from `JWT_SECRET` and the bot's id, so that every process knows them and nobody else. */
export function webhookSecrets(programSecrets: string, botId: number): WebhookSecrets {
  const key = Buffer.from(hkdfSync('sha256', secretsIn(programSecrets)[0], '', 'opora telegram webhook', 32));
  const of = (what: string) => createHmac('sha256', key).update(`${what}:${botId}`).digest('base64url');
  return { path: of('path'), header: of('header') };
}

/** More than the longest message in reply to another, with all their parts: Telegram repeats what is refused. */
const mostBytes = 1_048_576;

/** Adds the address that Telegram calls. Whoever does not know path and header learns nothing. */
export function registerWebhook(api: FastifyInstance, { path, header }: WebhookSecrets, handle: HandleUpdate): void {
  // The path is a parameter, so that no metric names it.
  api.post<{ Params: { path: string } }>('/Telegram/:path', {
    bodyLimit: mostBytes,
    async onRequest(request) {
      const given = request.headers['x-telegram-bot-api-secret-token'];
      const isKnown = areEqual(request.params.path, path) && typeof given === 'string' && areEqual(given, header);
      if (!isKnown) throw failures.notFound();
    },
    async handler(request, reply) {
      await handle(request.body);
      return reply.code(200).send();
    },
  });
}

interface WebhookOptions {
  readonly db: Database;
  readonly bot: Bot;
  readonly url: string;
  readonly header: string;
  readonly log: Logger;
  /** Sets the menu button where it is free; it never fails. */
  readonly offerMenu: () => Promise<void>;
}

const retryMilliseconds = 10_000;

/** Asks Telegram to call the address, until it agrees. */
export function startWebhook({ db, bot, url, header, log, offerMenu }: WebhookOptions): Background {
  const stopping = new AbortController();
  const { signal } = stopping;
  const setting = (async () => {
    for (let isSet = false; !isSet && !signal.aborted; ) {
      try {
        await learnBotName(db, bot);
        await bot.startWebhook(url, header);
        isSet = true;
        await offerMenu();
      } catch (error) {
        log.warn({ err: error }, 'the address for updates was not taken by Telegram');
        await pause(retryMilliseconds, undefined, { signal }).catch(() => undefined);
      }
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await setting;
    },
  };
}
