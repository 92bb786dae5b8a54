import { setTimeout as pause } from 'node:timers/promises';
import { giveUntilAcknowledged, inParallel, payByCard, testCards } from '#test/load/money/donors.ts';
import { readMemory } from '#test/load/read-metric.ts';
import { type Fleet, openFleet } from '#test/load/server-fleet.ts';
import { freePort } from '#test/support/network/free-port.ts';
import { signIn } from '#test/support/sign-in.ts';
import { testSecrets } from '#test/support/start-app.ts';
import { type AlertFaults, findAlertFaults, readAlerts } from './alerts-evidence.ts';
import type { Spoken } from './page-voice.ts';
import { shortenAlerts } from './widget-key.ts';
import { loadPage, openScreen, type Screen } from './widget-source.ts';

/** How long an alert plays, in milliseconds, without what it waits for a voice. */
const playMs = 100;
const limitMs = 240_000;

type Speaker = 'server' | 'browser';

interface Creator {
  readonly projectId: string;
  readonly screen: Screen;
  readonly page: { close(): void };
}

/** What was seen of the alerts of a round. */
export interface RoundSeen {
  readonly faults: AlertFaults & { readonly uncertain: number };
  /** Milliseconds from the payment, or the alert's turn if that was later, until it was shown. */
  readonly delays: readonly number[];
  /** Those of the first alert of each creator. */
  readonly firsts: readonly number[];
  readonly spoken: readonly Spoken[];
  /** How often a voice has failed the server. */
  readonly failures: number;
  /** Megabytes by which the server's memory was above that of the beginning. */
  readonly memoryUp: number;
  /** Milliseconds of the longest turn of the server's event loop. */
  readonly blocked: number;
  /** Milliseconds in which a light call was answered. */
  readonly calls: readonly number[];
}

/** A server in a process of its own whose alerts are compared with those of another. */
export class VoiceGround {
  readonly #fleet: Fleet;
  readonly #loopPort: number;
  #rounds = 0;

  constructor(fleet: Fleet, loopPort: number) {
    this.#fleet = fleet;
    this.#loopPort = loopPort;
  }

  static async open(voiceUrl: string): Promise<VoiceGround> {
    const loopPort = await freePort();
    const preload = new URL('../platform/loop-watch.ts', import.meta.url).href;
    const watching = { NODE_OPTIONS: `--import ${preload}`, LOOP_PORT: String(loopPort) };
    return new VoiceGround(await openFleet({ env: { VOICE_URL: voiceUrl, ...watching } }), loopPort);
  }

  close(): Promise<void> {
    return this.#fleet.close();
  }

  /** A new process, which has forgotten how the service was. */
  async restart(): Promise<void> {
    await this.#fleet.server.stop();
    await this.#fleet.server.start();
  }

  /** Shows and says alerts before what is measured. */
  async warm(): Promise<void> {
    const round = await this.begin(2, 'browser');
    await inParallel(4, 2, (index) => round.give(index));
    await round.end();
  }

  async #makeCreator(speaker: Speaker): Promise<Creator> {
    const { db, server } = this.#fleet;
    const { projectId, token } = await signIn(db, testSecrets.jwt);
    const key = await shortenAlerts(server.api, { token });
    await server.api('PUT Widget/Settings', { body: { alert: { readAloud: true, speaker } } }, { token });
    const screen = openScreen(key, playMs);
    return { projectId, screen, page: loadPage(screen, server.url, server.api) };
  }

  /** Begins to measure alerts of new creators, whose alerts are said by `speaker`. */
  async begin(count: number, speaker: Speaker) {
    const { db, server, logLines } = this.#fleet;
    const creators: Creator[] = [];
    await inParallel(count, 5, async () => void creators.push(await this.#makeCreator(speaker)));
    this.#rounds += 1;
    const round = this.#rounds;
    const paid: string[] = [];
    const samples = await this.#sample(creators[0]?.projectId ?? '');
    const logged = logLines.length;
    return {
      spoken: () => creators.flatMap(({ screen }) => screen.spoken),
      /** Makes a donation whose words are those of no other, and pays it. */
      give: async (index: number, words = 'Спасибо за стрим!') => {
        const { projectId = '' } = creators[index % creators.length] ?? {};
        const donation = { projectId, amount: 5_000, name: 'Анна', message: `${words} Донат ${round}, ${index}` };
        const made = await giveUntilAcknowledged(server.api, donation, `voice-${round}-${index}`);
        await payByCard(made.paymentUrl, testCards.noCode);
        paid.push(made.payId);
      },
      /** Waits until all alerts have ended. */
      end: async (): Promise<RoundSeen> => {
        const own = new Set(creators.map(({ projectId }) => projectId));
        const alertsOf = async () => (await readAlerts(db)).filter(({ projectId }) => own.has(projectId));
        const isOver = async () => {
          const ended = (await alertsOf()).filter(({ state }) => state === 'shown' || state === 'uncertain');
          return ended.length >= paid.length;
        };
        for (const giveUpAt = Date.now() + limitMs; Date.now() < giveUpAt && !(await isOver()); ) await pause(250);
        const measured = await samples.end();
        for (const { page } of creators) page.close();
        const alerts = await alertsOf();
        const screens = creators.map(({ screen }) => screen);
        const failures = logLines.slice(logged).filter((line) => line.includes('a voice has not said an alert'));
        return {
          faults: {
            ...findAlertFaults(
              paid,
              alerts,
              screens.flatMap(({ played }) => played),
            ),
            uncertain: alerts.filter(({ state }) => state === 'uncertain').length,
          },
          ...delaysOf(alerts, screens),
          spoken: screens.flatMap(({ spoken }) => spoken),
          failures: failures.length,
          ...measured,
        };
      },
    };
  }

  /** Samples the server's memory and a light call until `end`. */
  async #sample(projectId: string) {
    const { server } = this.#fleet;
    const blocked = async () => Number(await (await fetch(`http://127.0.0.1:${this.#loopPort}/`)).json());
    const before = await readMemory(server.url);
    await blocked();
    const memory: number[] = [before];
    const calls: number[] = [];
    let isOn = true;
    const sampling = (async () => {
      for (let at = 0; isOn; at += 1) {
        const begunAt = performance.now();
        await server.api('GET ProjectPay/List', { query: { projectId, Skip: 0, Take: 10 } });
        calls.push(performance.now() - begunAt);
        if (at % 5 === 0) memory.push(await readMemory(server.url));
        await pause(100);
      }
    })();
    return {
      end: async () => {
        isOn = false;
        await sampling;
        return { memoryUp: Math.max(...memory) - before, blocked: await blocked(), calls };
      },
    };
  }
}

/** Milliseconds from the moment when each alert could be shown first until it was. */
function delaysOf(alerts: Awaited<ReturnType<typeof readAlerts>>, screens: readonly Screen[]) {
  const dueAt = new Map(alerts.map((alert) => [alert.id, alert.dueAt]));
  const all = screens.map(({ played }) => played.map(({ alertId, at }) => at - (dueAt.get(alertId) ?? 0)));
  return { delays: all.flat(), firsts: all.flatMap((delays) => delays.slice(0, 1)) };
}
