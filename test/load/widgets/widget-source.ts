import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { AlertJournal, JournalEntry } from '#app/widgets/overlay/alert-journal.ts';
import { AlertPlayer } from '#app/widgets/overlay/alert-player.ts';
import type { HandedAlert } from '#app/widgets/widget-shapes.ts';
import { openLive } from '#base/events/live-client.ts';
import type { TestApp } from '#test/support/start-app.ts';
import { PageVoice, type Spoken } from './page-voice.ts';

export interface PlayedSound {
  readonly alertId: string;
  readonly source: string;
  readonly at: number;
}

/** A browser source in OBS with its storage and what it has shown. It outlives the pages that are loaded in it. */
export interface Screen {
  readonly key: string;
  /** How long an alert plays, in milliseconds. */
  readonly playMs: number;
  source: string;
  entry: JournalEntry | null;
  isVisible: boolean;
  readonly open: { from: number; to: number }[];
  /** When the page first received each donation's alert. */
  readonly received: Map<string, number>;
  readonly played: PlayedSound[];
  readonly spoken: Spoken[];
}

const newSource = () => crypto.randomUUID().slice(0, 18);

/** An empty browser source at a widget's address. */
export function openScreen(key: string, playMs: number): Screen {
  const seen = { open: [], received: new Map(), played: [], spoken: [] };
  return { key, playMs, source: newSource(), entry: null, isVisible: true, ...seen };
}

const alert = z.object({
  alertId: z.string(),
  leaseId: z.int(),
  payId: z.string().nullable(),
  name: z.string().nullable(),
  amount: z.number(),
  message: z.string().nullable(),
  createdAt: z.string(),
  isTest: z.boolean(),
  month: z.int().nullable(),
  giftedMonths: z.int().nullable(),
  giftedPieces: z.object({ count: z.int(), product: z.string() }).nullable(),
  digest: z.object({ count: z.number(), names: z.array(z.string()), amount: z.number() }).nullable(),
  speech: z.object({ name: z.string(), language: z.string() }).nullable().default(null),
});
const nextAnswer = z.object({ data: alert.nullable() });
const failure = z.object({ error: z.object({ code: z.string() }) });

/** A closed page runs no more code: its requests never resolve, and it writes nothing. */
const never = () => new Promise<never>(() => undefined);

function journalOf(screen: Screen, isLoaded: () => boolean): AlertJournal {
  return {
    read: () => screen.entry,
    write: (entry) => {
      if (isLoaded()) screen.entry = entry;
    },
  };
}

function partsOf(screen: Screen, { url, api }: { url: string; api: TestApp['request'] }, isLoaded: () => boolean) {
  const { key, source } = screen;
  const voice = new PageVoice(url, screen.spoken);
  return {
    async next() {
      const answer = await api('POST Widget/Next', { body: { key, source, isVisible: screen.isVisible } });
      if (!isLoaded()) return never();
      const given = nextAnswer.parse(answer.body).data;
      if (given?.payId && !screen.received.has(given.payId)) screen.received.set(given.payId, Date.now());
      return given;
    },
    async report({ alertId, leaseId }: HandedAlert, state: 'playing' | 'shown' | 'failed') {
      const answer = await api('POST Widget/Report', { body: { key, source, alertId, leaseId, state } });
      if (!isLoaded()) return never();
      if (answer.status === 200) return 'taken' as const;
      const code = failure.safeParse(answer.body).data?.error.code;
      if (answer.status === 404 || code === 'AlertNotHeld') return 'lost' as const;
      throw new Error(`the report was answered ${answer.status}`);
    },
    prepare: async (handed: HandedAlert) => voice.prepare(handed),
    show: () => undefined,
    hide: async () => undefined,
    sound: async ({ alertId }: { alertId: string }) => {
      if (isLoaded()) screen.played.push({ alertId, source, at: Date.now() });
      await pause(1);
    },
    voice: (handed: HandedAlert) => voice.speak(handed),
    duration: () => screen.playMs,
    journal: journalOf(screen, isLoaded),
  };
}

/**
 * Runs the notification page without a browser: the product's own player and live connection, with the contract over HTTP. `close` does
 * what a reload or the end of the source does.
 */
export function loadPage(screen: Screen, url: string, api: TestApp['request']): { close(): void } {
  let isLoaded = true;
  const player = new AlertPlayer(partsOf(screen, { url, api }, () => isLoaded));
  let seconds = 0;
  const live = openLive({
    address: (last) =>
      `${url}/api/Widget/Events?key=${screen.key}&source=${screen.source}${last === null ? '' : `&lastEventId=${last}`}`,
    receive: (event) => {
      if (event === 'queue' || event === 'settings') player.wake();
    },
    changed: (isOpen) => {
      if (isOpen) screen.open.push({ from: Date.now(), to: Number.POSITIVE_INFINITY });
      const last = screen.open.at(-1);
      if (!isOpen && last) last.to = Date.now();
      player.wake();
    },
  });
  const tick = setInterval(() => {
    seconds += 1;
    if (seconds % (live.isOpen ? 10 : 3) === 0) player.wake();
  }, 1_000);
  return {
    close() {
      isLoaded = false;
      clearInterval(tick);
      live.close();
      player.close();
      const last = screen.open.at(-1);
      if (last && last.to === Number.POSITIVE_INFINITY) last.to = Date.now();
    },
  };
}

/** Empties the page's storage, as OBS does when it destroys a source and makes it again. */
export function forget(screen: Screen): void {
  screen.source = newSource();
  screen.entry = null;
}
