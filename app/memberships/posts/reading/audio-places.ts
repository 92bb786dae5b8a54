import { useEffect, useState } from 'react';
import { StoredValue } from '#base/text/stored-value.ts';

/** The second that was reached of an audio file. */
interface Place {
  readonly name: string;
  readonly second: number;
}

const mostPlaces = 20;
/** What was heard of less begins anew. */
const shortest = 10;
/** As often as this a place is stored while it moves on, in seconds of the audio. */
const step = 5;

const isPlace = (one: unknown): one is Place =>
  typeof one === 'object' &&
  one !== null &&
  'name' in one &&
  typeof one.name === 'string' &&
  'second' in one &&
  Number.isFinite(one.second);

const none: readonly Place[] = [];

const places = new StoredValue<readonly Place[]>({
  place: 'local',
  key: 'opora.listened',
  empty: none,
  parse: (raw) => (Array.isArray(raw) ? raw.filter(isPlace).slice(0, mostPlaces) : null),
});

function keep(name: string, second: number): void {
  const others = places.read().filter((one) => one.name !== name);
  const kept = second < shortest ? others : [{ name, second: Math.floor(second) }, ...others].slice(0, mostPlaces);
  places.write(kept.length === 0 ? none : kept);
}

const secondOf = (name: string) => places.read().find((one) => one.name === name)?.second ?? 0;

/** `1:02:05`, or `2:05` within the first hour. */
export function clockText(second: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(second / 3_600);
  const minutes = Math.floor(second / 60) % 60;
  return [hours > 0 ? `${hours}:${two(minutes)}` : minutes, two(second % 60)].join(':');
}

/** Keeps the place of a player in this browser, and goes on there. Returns the place until it plays; 0: it begins at its beginning. */
export function usePlace(player: HTMLMediaElement, name: string): number {
  const [place, setPlace] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    let kept = secondOf(name);
    // Whoever has begun to listen by now is not moved.
    if (kept > 0 && player.paused && player.currentTime === 0) {
      player.currentTime = kept;
      setPlace(kept);
    }
    const store = () => {
      // A player that loads anew is at 0 for a moment.
      if (player.readyState === 0) return;
      kept = player.currentTime;
      keep(name, kept);
    };
    const storeAtTimes = () => {
      if (!player.paused && Math.abs(player.currentTime - kept) >= step) store();
    };
    player.addEventListener('timeupdate', storeAtTimes, { signal });
    player.addEventListener('pause', () => player.ended || store(), { signal });
    player.addEventListener('ended', () => keep(name, 0), { signal });
    player.addEventListener('play', () => setPlace(0), { signal });
    return () => leaving.abort();
  }, [player, name]);
  return place;
}
