/** The times of an alert's way, in seconds; the server and the widget page count with the same ones. */
export const alertTimes = {
  /** A lease that has not become `playing` by then goes back to the front of the queue. */
  lease: 10,
  /** A hidden source gets an alert only when no visible one has been seen for so long. */
  visibleFor: 10,
  /** A source that was not seen for longer is not connected any more. */
  connectedFor: 15,
  /** What a sound may take; an own one is shorter. */
  sound: 9,
  /** What reading aloud may take beyond the alert's own duration. */
  voice: 15,
  /** Fade-out, a reload in the middle and a slow network: what is allowed beyond the playing itself. */
  grace: 6,
} as const;

/** So many waiting gifts without a message are still shown one by one; more become digests. */
export const digestThreshold = 10;

/** The most gifts that one digest names. */
export const digestSize = 30;

interface Playable {
  readonly duration: number;
  readonly readAloud: boolean;
}

/** How long an alert stays on the screen, in seconds, its voice left out. A digest stays longer, so that all names can be read. */
export function screenSeconds(settings: Pick<Playable, 'duration'>, names: number): number {
  return settings.duration + (names > 1 ? Math.min(20, names * 0.6) : 0);
}

/** The alert goes when it has been seen and heard to its end. After so many seconds of `playing` without an end an alert is `uncertain`. */
export function playingLimit(settings: Playable, names: number): number {
  const least = Math.max(screenSeconds(settings, names), alertTimes.sound);
  return least + (settings.readAloud ? alertTimes.voice : 0) + alertTimes.grace;
}
