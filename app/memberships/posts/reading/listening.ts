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
  readonly title: string;
  readonly author: string;
  readonly onFault: (fault: AudioFault) => void;
}

/** Shows on a locked screen what is listened to, until the player is left. */
function showWhatPlays({ player, title, author }: Listened, signal: AbortSignal): void {
  const { mediaSession } = navigator;
  if (mediaSession === undefined) return;
  const metadata = new MediaMetadata({ title, artist: author });
  mediaSession.metadata = metadata;
  const forget = () => {
    if (mediaSession.metadata === metadata) mediaSession.metadata = null;
  };
  signal.addEventListener('abort', forget, { once: true });
  const seekBy = (seconds: number) => {
    player.currentTime = Math.max(0, player.currentTime + seconds);
  };
  mediaSession.setActionHandler('seekbackward', ({ seekOffset = 15 }) => seekBy(-seekOffset));
  mediaSession.setActionHandler('seekforward', ({ seekOffset = 15 }) => seekBy(seekOffset));
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
  const { player, name, isAsked, onFault } = listened;
  /** The server does not send the file to this listener. */
  const refuse = async () => {
    const fate = await findFate(listened, signal);
    if (!signal.aborted) onFault(fate);
  };
  // A player that has failed does not say any more that it was playing.
  let isPlaying = player.error !== null;

  async function ask(): Promise<void> {
    try {
      const { address } = await call('GET Post/AudioAddress', { query: { name } }, { signal });
      if (!signal.aborted) goOn(player, { address, isPlaying, signal });
    } catch (error) {
      if (signal.aborted) return;
      if (failures.notFound.is(error)) await refuse();
      else onFault('lost');
    }
  }

  /** Players say little of why they fail: the server is asked what it would send. */
  async function fail(): Promise<void> {
    const isCut = player.error?.code === MediaError.MEDIA_ERR_NETWORK;
    const answer = await fetch(player.src, { method: 'HEAD', signal }).catch(() => null);
    if (signal.aborted) return;
    if (answer?.status === 404) await (isAsked ? ask() : refuse());
    else onFault(answer?.ok === true && !isCut ? 'unplayable' : 'lost');
  }

  const begin = () => {
    isPlaying = true;
    showWhatPlays(listened, signal);
  };
  const rest = () => {
    if (player.error === null) isPlaying = false;
  };
  player.addEventListener('play', begin, { signal });
  player.addEventListener('pause', rest, { signal });
  player.addEventListener('error', () => void fail(), { signal });
  if (isAsked) void ask();
  else if (player.error !== null) goOn(player, { address: player.src, isPlaying, signal });
}
