import { sleep, stepWithin } from '../sounds/time-limit.ts';
import type { HandedAlert } from '../widget-shapes.ts';
import type { AlertJournal } from './alert-journal.ts';

export type ReportedState = 'playing' | 'shown' | 'failed';

/** The parts that the player uses. Any of them may fail or hang: the player continues. */
export interface PlayerParts {
  /** Leases the next alert. */
  next(): Promise<HandedAlert | null>;
  /** `lost`: this page no longer has the lease. Rejects where there is no answer. */
  report(alert: HandedAlert, state: ReportedState, reason?: string): Promise<'taken' | 'lost'>;
  /** Loads what the alert needs, such as its picture. */
  prepare(alert: HandedAlert, signal: AbortSignal): Promise<void>;
  /** `isResumed`: the rest of an alert that was on the screen before a reload. */
  show(alert: HandedAlert, isResumed: boolean): void;
  /** Removes the alert from the screen; resolves when it is gone. */
  hide(): Promise<void>;
  sound(alert: HandedAlert, signal: AbortSignal): Promise<void>;
  voice(alert: HandedAlert, signal: AbortSignal): Promise<void>;
  /** Milliseconds on the screen. */
  duration(alert: HandedAlert): number;
  readonly journal: AlertJournal;
}

/** Time limits of the steps in milliseconds. */
const playerLimits = {
  next: 8_000,
  prepare: 2_000,
  /** All attempts to report the start or the end of an alert. */
  start: 7_000,
  end: 60_000,
  oneReport: 4_000,
  sound: 9_000,
  voice: 14_000,
  hide: 1_500,
} as const;

const betweenReports = 700;
const betweenQuestions = 1_500;
const betweenJournal = 400;

/**
 * Plays one alert after another. The sound starts only after the server has accepted `playing`, so that neither another page nor a
 * reload can play the same alert again. Every step ends on success, on failure and on a time limit.
 */
export class AlertPlayer {
  readonly #parts: PlayerParts;
  #isWanted = false;
  #isBusy = false;
  #playing: { readonly alertId: string; readonly skip: AbortController } | null = null;
  readonly #closing = new AbortController();

  constructor(parts: PlayerParts) {
    this.#parts = parts;
  }

  /** Notifies the player that an alert may wait: it asks for it as soon as it is idle. Cheap to call often. */
  wake(): void {
    this.#isWanted = true;
    if (this.#isBusy || this.#closing.signal.aborted) return;
    this.#isBusy = true;
    void this.#run().finally(() => {
      this.#isBusy = false;
    });
  }

  /** Ends an alert that the creator has skipped, if it is the one that plays. */
  skip(alertId: string): void {
    if (this.#playing?.alertId === alertId) this.#playing.skip.abort();
  }

  close(): void {
    this.#closing.abort();
  }

  async #run(): Promise<void> {
    // Only the first run finds an entry: this page clears its journal after each alert.
    await this.#resume();
    while (this.#isWanted && !this.#closing.signal.aborted) {
      this.#isWanted = false;
      let alert: HandedAlert | null = null;
      const isAnswered = await stepWithin(playerLimits.next, async () => {
        alert = await this.#parts.next();
      });
      if (alert !== null) await this.#play(alert);
      // No further notification will come, so an unanswered request is repeated.
      if (!isAnswered) await sleep(betweenQuestions, this.#closing.signal);
      if (alert !== null || !isAnswered) this.#isWanted = true;
    }
  }

  async #play(alert: HandedAlert): Promise<void> {
    // A reload before the answer must find the alert: the server may already have it as playing.
    this.#parts.journal.write({ alert, played: null, isOver: false });
    await this.#begin(alert, null);
  }

  async #begin(alert: HandedAlert, resumedAt: number | null): Promise<void> {
    if (resumedAt === null) await stepWithin(playerLimits.prepare, (signal) => this.#parts.prepare(alert, signal));
    const answer = await this.#report(alert, 'playing', playerLimits.start);
    if (answer === 'taken') await this.#stage(alert, resumedAt);
    else if (!this.#closing.signal.aborted) this.#parts.journal.write(null);
  }

  /** After a reload: shows the rest of the alert if the server still leaves it to this page, without the sound where that may have started. */
  async #resume(): Promise<void> {
    const entry = this.#parts.journal.read();
    if (entry === null) return;
    const { alert, played, isOver } = entry;
    if (isOver) return this.#finish(alert);
    await this.#begin(alert, played);
  }

  async #stage(alert: HandedAlert, resumedAt: number | null): Promise<void> {
    const { journal } = this.#parts;
    const skip = new AbortController();
    const signal = AbortSignal.any([skip.signal, this.#closing.signal]);
    const begun = Date.now() - (resumedAt ?? 0);
    const note = () => journal.write({ alert, played: Date.now() - begun, isOver: false });
    this.#playing = { alertId: alert.alertId, skip };
    note();
    const notes = setInterval(note, betweenJournal);
    await this.#perform(alert, resumedAt, signal);
    clearInterval(notes);
    this.#playing = null;
    if (this.#closing.signal.aborted) return;
    if (skip.signal.aborted) journal.write(null);
    else await this.#finish(alert);
  }

  async #perform(alert: HandedAlert, resumedAt: number | null, signal: AbortSignal): Promise<void> {
    const parts = this.#parts;
    await stepWithin(0, async () => parts.show(alert, resumedAt !== null));
    const seen = sleep(Math.max(0, parts.duration(alert) - (resumedAt ?? 0)), signal);
    const audio = resumedAt === null ? this.#playAudio(alert, signal) : undefined;
    await Promise.all([seen, audio]);
    await stepWithin(playerLimits.hide, () => parts.hide());
  }

  async #playAudio(alert: HandedAlert, signal: AbortSignal): Promise<void> {
    await stepWithin(playerLimits.sound, (stop) => this.#parts.sound(alert, stop), signal);
    if (!signal.aborted) await stepWithin(playerLimits.voice, (stop) => this.#parts.voice(alert, stop), signal);
  }

  async #finish(alert: HandedAlert): Promise<void> {
    const { journal } = this.#parts;
    journal.write({ alert, played: 0, isOver: true });
    await this.#report(alert, 'shown', playerLimits.end);
    journal.write(null);
  }

  /** Repeats a report until the server answers or the time is over. */
  async #report(alert: HandedAlert, state: ReportedState, limit: number): Promise<'taken' | 'lost' | 'silent'> {
    const until = Date.now() + limit;
    let answer: 'taken' | 'lost' | 'silent' = 'silent';
    while (answer === 'silent' && Date.now() < until && !this.#closing.signal.aborted) {
      const left = Math.min(playerLimits.oneReport, until - Date.now());
      await stepWithin(left, async () => {
        answer = await this.#parts.report(alert, state);
      });
      if (answer === 'silent') await sleep(betweenReports, this.#closing.signal);
    }
    return answer;
  }
}
