import { call } from '#app/call.ts';
import { failures } from '#base/calls/errors.ts';
import { type AudioFate, findFate } from './audio-fate.ts';

/** Why audio does not play: it is not sent any more, it did not come, or the browser cannot play it. */
export type AudioFault = AudioFate | 'unplayable';

interface Listened {
  readonly player: HTMLAudioElement;
  /** Of the file. */
  readonly name: string;
  /** Null: it is not saved. */
  readonly postId: string | null;
  /** An address has to be asked for: a player sends no token. */
  readonly isAsked: boolean;
  /** The listener tries again. */
  readonly isAgain: boolean;
  /** The second that was reached. */
  readonly reached: { current: number };
  readonly title: string;
  readonly author: string;
  /** Null: it plays. */
  readonly onFault: (fault: AudioFault | null) => void;
}

/** Between attempts of a player that was playing, in milliseconds. */
const firstPause = 2_000;
const longestPause = 60_000;

/** Shows on a locked screen what is listened to, until the player is left. */
function showWhatPlays({ player, title, author }: Listened, signal: AbortSignal): void {
  const { mediaSession } = navigator;
  if (mediaSession === undefined) return;
  const metadata = new MediaMetadata({ title, artist: author });
  const seekBy = (seconds: number) => {
    player.currentTime = Math.max(0, player.currentTime + seconds);
  };
  const show = () => {
    mediaSession.metadata = metadata;
    mediaSession.setActionHandler('seekbackward', ({ seekOffset = 15 }) => seekBy(-seekOffset));
    mediaSession.setActionHandler('seekforward', ({ seekOffset = 15 }) => seekBy(seekOffset));
  };
  const forget = () => {
    if (mediaSession.metadata !== metadata) return;
    mediaSession.metadata = null;
    mediaSession.setActionHandler('seekbackward', null);
    mediaSession.setActionHandler('seekforward', null);
  };
  player.addEventListener('play', show, { signal });
  signal.addEventListener('abort', forget, { once: true });
}

/**
 * Attends a player until it is left: names what plays, and asks for an address where one is needed, anew once it has ended; attended anew, it goes
 * on where it was. What cannot be helped is a fault.
 */
export function listen(listened: Listened, signal: AbortSignal): void {
  const { player, name, isAsked, isAgain, reached, onFault } = listened;
  // A player that has failed does not say any more that it was playing; another one may play by now.
  let isPlaying = isAgain || player.error !== null || !player.paused;
  /** An address was asked for in the place of one that had ended, and nothing has come by it yet. */
  let isReplaced = false;
  let isAsking = false;
  /** Where a player that loads anew is to go on: it is at 0 meanwhile. */
  let goal: number | null = null;

  let pause = firstPause;
  let waiting: ReturnType<typeof setTimeout> | undefined;

  const note = () => {
    if (goal === null && player.error === null && player.readyState > 0) reached.current = player.currentTime;
  };

  /** Goes on at the second that was reached, with an address of the same file. */
  function goOn(address: string): void {
    player.src = address;
    if (reached.current === 0 && !isPlaying) return;
    goal = reached.current;
    player.load();
    // Where the browser forbids that, the listener presses the button.
    if (isPlaying) void player.play().catch(() => undefined);
  }

  function arrive(): void {
    if (goal !== null) player.currentTime = goal;
    goal = null;
  }

  function stopWaiting(): void {
    clearTimeout(waiting);
    waiting = undefined;
  }

  /** Tries again by itself, later each time, and at once where the network comes back. */
  function lose(): void {
    onFault('lost');
    stopWaiting();
    if (!isPlaying) return;
    waiting = setTimeout(retry, pause);
    pause = Math.min(2 * pause, longestPause);
  }

  /** The server does not send the file to this listener. */
  async function refuse(): Promise<void> {
    const fate = await findFate(listened, signal);
    if (signal.aborted) return;
    if (fate === 'lost') lose();
    else onFault(fate);
  }

  function retry(): void {
    if (player.error === null && player.src !== '') return;
    stopWaiting();
    if (isAsked) void ask();
    else goOn(player.src);
  }

  async function ask(): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    try {
      const { address } = await call('GET Post/AudioAddress', { query: { name } }, { signal });
      if (!signal.aborted) goOn(address);
    } catch (error) {
      if (signal.aborted) return;
      if (failures.notFound.is(error)) await refuse();
      else lose();
    } finally {
      isAsking = false;
    }
  }

  /** Players say little of why they fail: the server is asked for a byte. */
  async function fail(): Promise<void> {
    const isCut = player.error?.code === MediaError.MEDIA_ERR_NETWORK;
    const answer = await fetch(player.src, { headers: { range: 'bytes=0-0' }, signal }).catch(() => null);
    if (signal.aborted) return;
    if (answer?.status === 404 && !isAsked) await refuse();
    else if (answer?.status === 404 && !isReplaced) {
      isReplaced = true;
      await ask();
    } else if (answer?.ok === true && !isCut) onFault('unplayable');
    else lose();
  }

  const begin = () => {
    isPlaying = true;
  };
  const rest = () => {
    // A player that fails is paused by the browser.
    if (player.error === null) isPlaying = false;
  };
  const play = () => {
    pause = firstPause;
    isReplaced = false;
    onFault(null);
  };
  if (player.error === null) reached.current = player.currentTime;
  player.addEventListener('loadedmetadata', arrive, { signal });
  for (const moved of ['timeupdate', 'seeking']) player.addEventListener(moved, note, { signal });
  player.addEventListener('play', begin, { signal });
  player.addEventListener('pause', rest, { signal });
  player.addEventListener('playing', play, { signal });
  player.addEventListener('error', () => void fail(), { signal });
  window.addEventListener('online', retry, { signal });
  signal.addEventListener('abort', stopWaiting, { once: true });
  showWhatPlays(listened, signal);
  if (isAsked) void ask();
  else if (player.error !== null) retry();
}
