import type { AlertJournal } from './alert-journal.ts';
import { sleep, stepWithin } from './time-limit.ts';
import type { ShownAlert } from './widget-shapes.ts';

export type ReportedState = 'playing' | 'shown' | 'failed';

/** What the player plays on. Any of it may fail or hang: the player goes on. */
export interface PlayerParts {
  /** Leases the next alert. */
  next(): Promise<ShownAlert | null>;
  /** `lost`: the alert is not this page's any more. Rejects where there is no answer. */
  report(alertId: string, state: ReportedState, reason?: string): Promise<'taken' | 'lost'>;
  /** Loads what the alert needs, its picture above all. */
  prepare(alert: ShownAlert, signal: AbortSignal): Promise<void>;
  /** `isResumed`: the rest of one whose beginning has been seen. */
  show(alert: ShownAlert, isResumed: boolean): void;
  /** Takes it off the screen; resolves when it is gone. */
  hide(): Promise<void>;
  sound(alert: ShownAlert, signal: AbortSignal): Promise<void>;
  voice(alert: ShownAlert, signal: AbortSignal): Promise<void>;
  /** Milliseconds on the screen. */
  duration(alert: ShownAlert): number;
  readonly journal: AlertJournal;
}

/** Milliseconds after which a step is given up. */
const playerLimits = {
  next: 8_000,
  prepare: 2_000,
  /** All tries of one report that opens or closes the playing. */
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
 * Plays one alert after the other. The sound begins only when the server has taken `playing`, so that no other page and no
 * reload can play the same alert again; every step ends on success, on failure and on a time limit.
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

  /** Something may wait: the player asks for it as soon as it is free. Costs nothing when it is asked often. */
  ring(): void {
    this.#isWanted = true;
    if (this.#isBusy || this.#closing.signal.aborted) return;
    this.#isBusy = true;
    void this.#run().finally(() => {
      this.#isBusy = false;
    });
  }

  /** The creator has skipped an alert: where it plays it is taken off at once. */
  skip(alertId: string): void {
    if (this.#playing?.alertId === alertId) this.#playing.skip.abort();
  }

  close(): void {
    this.#closing.abort();
  }

  async #run(): Promise<void> {
    // Empty but for the first time: whatever this page plays is out of its journal when it is over.
    await this.#resume();
    while (this.#isWanted && !this.#closing.signal.aborted) {
      this.#isWanted = false;
      let alert: ShownAlert | null = null;
      const isAnswered = await stepWithin(playerLimits.next, async () => {
        alert = await this.#parts.next();
      });
      if (alert !== null) await this.#play(alert);
      // Whoever rang will not ring again: without an answer the question stays open.
      if (!isAnswered) await sleep(betweenQuestions, this.#closing.signal);
      if (alert !== null || !isAnswered) this.#isWanted = true;
    }
  }

  async #play(alert: ShownAlert): Promise<void> {
    const parts = this.#parts;
    await stepWithin(playerLimits.prepare, (signal) => parts.prepare(alert, signal));
    // A reload before the answer comes must find the alert: the server may have it playing already.
    parts.journal.write({ alert, played: null, isOver: false });
    await this.#begin(alert, null);
  }

  async #begin(alert: ShownAlert, resumedAt: number | null): Promise<void> {
    const answer = await this.#report(alert, 'playing', playerLimits.start);
    if (answer === 'taken') await this.#stage(alert, resumedAt);
    else if (!this.#closing.signal.aborted) this.#parts.journal.write(null);
  }

  /** After a reload: the rest of what was playing is shown, without its sound where that had begun, if the server still leaves it to this page. */
  async #resume(): Promise<void> {
    const entry = this.#parts.journal.read();
    if (entry === null) return;
    const { alert, played, isOver } = entry;
    if (isOver) return this.#finish(alert);
    await this.#begin(alert, played);
  }

  async #stage(alert: ShownAlert, resumedAt: number | null): Promise<void> {
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

  async #perform(alert: ShownAlert, resumedAt: number | null, signal: AbortSignal): Promise<void> {
    const parts = this.#parts;
    await stepWithin(0, async () => parts.show(alert, resumedAt !== null));
    const seen = sleep(Math.max(0, parts.duration(alert) - (resumedAt ?? 0)), signal);
    const heard = resumedAt === null ? this.#beHeard(alert, signal) : undefined;
    await Promise.all([seen, heard]);
    await stepWithin(playerLimits.hide, () => parts.hide());
  }

  async #beHeard(alert: ShownAlert, signal: AbortSignal): Promise<void> {
    await stepWithin(playerLimits.sound, (stop) => this.#parts.sound(alert, stop), signal);
    if (!signal.aborted) await stepWithin(playerLimits.voice, (stop) => this.#parts.voice(alert, stop), signal);
  }

  async #finish(alert: ShownAlert): Promise<void> {
    const { journal } = this.#parts;
    journal.write({ alert, played: 0, isOver: true });
    await this.#report(alert, 'shown', playerLimits.end);
    journal.write(null);
  }

  /** Tells the server until it answers or the time is over. */
  async #report(alert: ShownAlert, state: ReportedState, limit: number): Promise<'taken' | 'lost' | 'silent'> {
    const until = Date.now() + limit;
    let answer: 'taken' | 'lost' | 'silent' = 'silent';
    while (answer === 'silent' && Date.now() < until && !this.#closing.signal.aborted) {
      const left = Math.min(playerLimits.oneReport, until - Date.now());
      await stepWithin(left, async () => {
        answer = await this.#parts.report(alert.alertId, state);
      });
      if (answer === 'silent') await sleep(betweenReports, this.#closing.signal);
    }
    return answer;
  }
}
