/** The time limits of an alert in seconds, shared by the server and the widget page. */
export const alertTimes = {
  /** A lease that has not become `playing` by then returns to the front of the queue. */
  lease: 10,
  /** A hidden source gets an alert only after no visible one was seen for this long. */
  visibleFor: 10,
  /** A source that was not seen for longer counts as disconnected. */
  connectedFor: 15,
  /** A source that was not seen for longer is not left to ask first: it reports itself every five seconds. */
  answersWithin: 8,
  /** The longest built-in sound; uploaded ones are shorter. */
  sound: 9,
  /** How long reading aloud may take beyond the alert's duration. */
  voice: 15,
  /** Allowed beyond the playing itself: fade-out, a reload and a slow network. */
  grace: 6,
} as const;

/** Up to this many waiting donations without a message are shown one by one; more become digests. */
export const digestThreshold = 10;

/** The most donations that one digest names. */
export const digestSize = 30;

interface Playable {
  readonly duration: number;
  readonly readAloud: boolean;
}

/** How long an alert stays on the screen, in seconds, without its voice. A digest stays longer, so that all names can be read. */
export function screenSeconds(settings: Pick<Playable, 'duration'>, names: number): number {
  return settings.duration + (names > 1 ? Math.min(20, names * 0.6) : 0);
}

/** After this many seconds of `playing` without a reported end an alert becomes `uncertain`. */
export function playingLimit(settings: Playable, names: number): number {
  const least = Math.max(screenSeconds(settings, names), alertTimes.sound);
  return least + (settings.readAloud ? alertTimes.voice : 0) + alertTimes.grace;
}
