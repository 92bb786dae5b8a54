import { pictureAddress } from '#app/images/picture-address.ts';
import { CallFailure, failures } from '#base/calls/errors.ts';
import { openLive } from '#base/events/live-client.ts';
import { formatAmount } from '#base/money/money.ts';
import { screenSeconds } from '../alert-timing.ts';
import { type AlertLook, lookOf } from '../look/alert-look.ts';
import { spokenText } from '../look/headline.ts';
import type { Scene } from '../look/scene.ts';
import { AlertAudio } from '../sounds/alert-sound.ts';
import { hasVoice, readAloud, wakeVoices } from '../sounds/alert-voice.ts';
import { loadSpeech } from '../sounds/server-voice.ts';
import { wrongKey } from '../widget-failures.ts';
import { defaultAlert } from '../widget-settings.ts';
import type { HandedAlert, ShownAlert, ShownSettings } from '../widget-shapes.ts';
import { sessionJournal } from './alert-journal.ts';
import { AlertPlayer } from './alert-player.ts';
import { claimSource } from './source-id.ts';
import { TurnToAsk } from './turn-to-ask.ts';
import { createWidgetClient, type WidgetClient } from './widget-client.ts';
import { alertOf, isSettings, isSkip, ringOf } from './widget-events.ts';
import { isInObs, watchVisibility } from './widget-page-visibility.ts';

/** The component that draws the running page. */
export interface NotificationScreen {
  draw(scene: Scene | null): void;
  /** The browser blocks sound until the user clicks. */
  askForClick(isNeeded: boolean): void;
  /** The spoken name of a donor. */
  donorText(alert: ShownAlert): string;
  /** A name that the product gives, in the language of the page. */
  nameOf(name: string): string;
}

const tickMilliseconds = 1_000;
const healthEvery = 5;
/** Seconds between polls: while the stream is open, while the page is hidden, while the stream is lost. */
const askEvery = { open: 10, hidden: 4, lost: 3 } as const;
const leaveMilliseconds = 600;
const voiceMoment = 300;
/** How long a refused page pauses: its key was replaced, or too many pages are open. */
const refusedMilliseconds = new Map([
  [wrongKey.status, 30_000],
  [failures.tooManyRequests.status, 15_000],
]);

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Loads and decodes the picture, so that it is complete when the alert appears. */
async function loadPicture(address: string): Promise<void> {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
}

/** The name of the built file, which shows the creator which pages are older than the server. */
function buildName(): string {
  return (new URL(import.meta.url).pathname.split('/').at(-1) ?? '').slice(0, 40);
}

interface Received {
  readonly event: string;
  readonly data: unknown;
}

class NotificationPage {
  readonly #screen: NotificationScreen;
  readonly #closing = new AbortController();
  readonly #audio = new AlertAudio(() => this.#updateClickRequest());
  #settings: ShownSettings | null = null;
  #scene: Scene | null = null;
  #restsUntil = 0;
  /** What the server's voice says of the alert; null: the browser's reads it. */
  #speech: Promise<AudioBuffer | null> | null = null;
  #isVoiceLate = false;

  constructor(screen: NotificationScreen) {
    this.#screen = screen;
  }

  async start(key: string): Promise<void> {
    const { signal } = this.#closing;
    const source = await claimSource(signal);
    const client = createWidgetClient(key, source);
    if (signal.aborted) return;
    const player = this.#makePlayer(client, () => isVisible());
    // An alert cannot be drawn without the settings, which are the first event of the stream.
    const ring = () => {
      if (this.#settings !== null && Date.now() > this.#restsUntil) player.wake();
    };
    const turn = new TurnToAsk(source, ring);
    const isVisible = watchVisibility(() => {
      ring();
      void reportHealth();
    }, signal);
    const reportHealth = () =>
      client.health({ audio: this.#audioState(), isVisible: isVisible(), build: buildName() }).catch(() => undefined);
    const live = openLive({
      group: key,
      address: client.eventsAddress,
      receive: (event, data) => this.#receive({ event, data }, player, { ring, turn }),
      changed: ring,
    });
    let seconds = 0;
    const tick = setInterval(() => {
      seconds += 1;
      const every = live.isOpen ? askEvery[isVisible() ? 'open' : 'hidden'] : askEvery.lost;
      if (seconds % every === 0) ring();
      if (seconds % healthEvery === 0 && Date.now() > this.#restsUntil) void reportHealth();
    }, tickMilliseconds);
    signal.addEventListener('abort', () => {
      clearInterval(tick);
      live.close();
      turn.close();
      player.close();
      this.#audio.close();
    });
    wakeVoices();
    await this.#audio.wake();
    this.#updateClickRequest();
    void reportHealth();
  }

  /** The user has clicked: from now on the browser allows sound. */
  async click(): Promise<void> {
    await this.#audio.wake();
    this.#updateClickRequest();
  }

  close(): void {
    this.#closing.abort();
  }

  #makePlayer(client: WidgetClient, isVisible: () => boolean): AlertPlayer {
    return new AlertPlayer({
      next: () => client.next(isVisible()).catch((error: unknown) => this.#rest(error)),
      report: client.report,
      prepare: async (alert) => {
        const { image, sound } = this.#lookOf(alert);
        // Comes while the sound is played.
        this.#speech = this.#loadSpeech(alert);
        await Promise.all([image && loadPicture(pictureAddress(image, 512)), this.#audio.load(sound)]);
      },
      show: (alert, isResumed) => {
        const settings = this.#settings;
        if (settings) this.#draw({ alert, settings, look: this.#lookOf(alert), isResumed, isLeaving: false });
      },
      hide: async () => {
        if (this.#scene) this.#draw({ ...this.#scene, isLeaving: true });
        await pause(leaveMilliseconds);
        this.#draw(null);
      },
      sound: (alert, signal) =>
        this.#audio.play(this.#lookOf(alert).sound, this.#settings?.alert.volume ?? defaultAlert.volume, signal),
      voice: (alert, signal) => this.#speak(alert, signal),
      duration: (alert) => screenSeconds(this.#lookOf(alert), alert.digest?.count ?? 1) * 1_000,
      journal: sessionJournal,
    });
  }

  #lookOf(alert: ShownAlert): AlertLook {
    return this.#settings ? lookOf(this.#settings.alert, alert) : defaultAlert;
  }

  #loadSpeech({ speech }: HandedAlert): Promise<AudioBuffer | null> | null {
    const { speaker, voiceName } = this.#settings?.alert ?? defaultAlert;
    return speech && (speaker === 'server' || !hasVoice(voiceName, speech.language)) ? loadSpeech(speech.name) : null;
  }

  /** A voice that was late once is waited for no longer than a moment until it comes in time again. */
  async #inTime(coming: Promise<AudioBuffer | null>): Promise<AudioBuffer | null> {
    const speech = await (this.#isVoiceLate ? Promise.race([coming, pause(voiceMoment).then(() => null)]) : coming);
    this.#isVoiceLate = speech === null;
    return speech;
  }

  async #speak(shown: ShownAlert, signal: AbortSignal): Promise<void> {
    if (!this.#settings?.alert.readAloud || shown.digest !== null) return;
    const { alert, currency } = this.#settings;
    const text = spokenText(alert.voiceText, {
      name: this.#screen.donorText(shown),
      amount: `${formatAmount(shown.amount)} ${this.#screen.nameOf(currency)}`,
      message: shown.message ?? '',
    });
    const speech = this.#speech && (await this.#inTime(this.#speech));
    if (speech && (await this.#audio.say(speech, alert.volume, signal))) return;
    if (!signal.aborted)
      await readAloud({ text, volume: alert.volume, voiceName: alert.voiceName, rate: alert.voiceRate }, signal);
  }

  #receive({ event, data }: Received, player: AlertPlayer, asking: { ring: () => void; turn: TurnToAsk }): void {
    if (event === 'settings' && isSettings(data)) {
      const isFirst = this.#settings === null;
      // A server of an earlier version knows fewer settings.
      this.#settings = { ...data, alert: { ...defaultAlert, ...data.alert } };
      if (isFirst) asking.ring();
    }
    if (event === 'queue') asking.turn.receive(ringOf(data));
    if (event === 'control') {
      // The queue is announced after each command.
      const alertId = alertOf(data);
      if (isSkip(data) && alertId !== null) player.skip(alertId);
    }
  }

  #audioState() {
    const { sound, volume } = this.#settings?.alert ?? defaultAlert;
    const isMuted = sound === 'none' || volume === 0;
    return isMuted && this.#audio.state !== 'missing' ? 'muted' : this.#audio.state;
  }

  /** A refused page stays empty and asks rarely, until it gets the new address or there is room for it. */
  #rest(error: unknown): null {
    const rest = error instanceof CallFailure ? refusedMilliseconds.get(error.status) : undefined;
    if (rest === undefined) throw error;
    this.#restsUntil = Date.now() + rest;
    return null;
  }

  #draw(scene: Scene | null): void {
    this.#scene = scene;
    if (!this.#closing.signal.aborted) this.#screen.draw(scene);
  }

  /** Asks for a click where the browser blocks sound. Never in OBS: sound is always allowed there, and viewers would see the request. */
  #updateClickRequest(): void {
    if (this.#closing.signal.aborted) return;
    this.#screen.askForClick(!isInObs() && this.#audioState() === 'suspended');
  }
}

/** Runs the notification page until it is closed. */
export function runNotification(key: string, screen: NotificationScreen): { click(): void; close(): void } {
  const page = new NotificationPage(screen);
  void page.start(key);
  return { click: () => void page.click(), close: () => page.close() };
}
