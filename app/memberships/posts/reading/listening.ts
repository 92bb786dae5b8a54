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

interface GoingOn {
  readonly address: string;
  readonly isPlaying: boolean;
  readonly signal: AbortSignal;
}

/** Goes on at the second that was reached, with another address of the same file. */
function goOn(player: HTMLAudioElement, { address, isPlaying, signal }: GoingOn): void {
  const reached = player.currentTime;
  player.src = address;
  if (reached === 0 && !isPlaying) return;
  const back = () => {
    player.currentTime = reached;
  };
  player.addEventListener('loadedmetadata', back, { once: true, signal });
  player.load();
  // Where the browser forbids that, the listener presses the button.
  if (isPlaying) void player.play().catch(() => undefined);
}

/**
 * Attends a player until it is left: names what plays, and asks for an address where one is needed, anew once it has ended; attended anew, it goes
 * on where it was. What cannot be helped is a fault.
 */
export function listen(listened: Listened, signal: AbortSignal): void {
  const { player, name, isAsked, isAgain, onFault } = listened;
  // A player that has failed does not say any more that it was playing.
  let isPlaying = isAgain || player.error !== null;
  /** An address was asked for in the place of one that had ended, and nothing has come by it yet. */
  let isReplaced = false;

  let pause = firstPause;
  let waiting: ReturnType<typeof setTimeout> | undefined;

  /** Tries again by itself, later each time, and at once where the network comes back. */
  function lose(): void {
    onFault('lost');
    clearTimeout(waiting);
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
    clearTimeout(waiting);
    if (isAsked) void ask();
    else goOn(player, { address: player.src, isPlaying, signal });
  }

  async function ask(): Promise<void> {
    try {
      const { address } = await call('GET Post/AudioAddress', { query: { name } }, { signal });
      if (!signal.aborted) goOn(player, { address, isPlaying, signal });
    } catch (error) {
      if (signal.aborted) return;
      if (failures.notFound.is(error)) await refuse();
      else lose();
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
    if (player.error === null) isPlaying = false;
  };
  const play = () => {
    pause = firstPause;
    isReplaced = false;
    onFault(null);
  };
  player.addEventListener('play', begin, { signal });
  player.addEventListener('pause', rest, { signal });
  player.addEventListener('playing', play, { signal });
  player.addEventListener('error', () => void fail(), { signal });
  window.addEventListener('online', retry, { signal });
  signal.addEventListener('abort', () => clearTimeout(waiting), { once: true });
  showWhatPlays(listened, signal);
  if (isAsked) void ask();
  else if (player.error !== null) retry();
}
