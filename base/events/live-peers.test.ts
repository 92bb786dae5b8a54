import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ReadEvent } from './event-reader.ts';
import { LivePeers, type PeerChannel } from './live-peers.ts';

/** A page of one browser. A frozen one neither sends nor receives. */
interface Page {
  readonly peers: LivePeers;
  readonly received: string[];
  isFrozen: boolean;
}

let channels: { page: Page | null; channel: PeerChannel }[];

beforeEach(() => {
  vi.useFakeTimers();
  channels = [];
});
afterEach(() => {
  vi.useRealTimers();
});

function openPage(group = 'key'): Page {
  const received: string[] = [];
  const own: (typeof channels)[number] = {
    page: null,
    channel: {
      onmessage: null,
      postMessage(message) {
        if (own.page?.isFrozen) return;
        for (const { page, channel } of channels) {
          if (channel === own.channel || page?.isFrozen) continue;
          channel.onmessage?.(new MessageEvent('message', { data: message }));
        }
      },
      close: () => {
        channels = channels.filter((one) => one !== own);
      },
    },
  };
  channels.push(own);
  const listener = { receive: ({ event }: ReadEvent) => void received.push(event), changed: () => undefined };
  own.page = { peers: new LivePeers(group, listener, own.channel), received, isFrozen: false };
  return own.page;
}

const pass = (milliseconds: number) => vi.advanceTimersByTime(milliseconds);
const partsOf = (pages: readonly Page[]) => pages.map(({ peers }) => peers.part).toSorted();
const leaderOf = (pages: readonly Page[]) => pages.find(({ peers }) => peers.part !== 'follow');
const oneOfTen = [...Array.from({ length: 9 }, () => 'follow'), 'stream'];

test('of ten pages one holds the stream, and the others receive its events', () => {
  const pages = Array.from({ length: 10 }, () => openPage());
  pass(2_000);
  expect(partsOf(pages)).toEqual(oneOfTen);
  const leader = leaderOf(pages);
  leader?.peers.setOpen(true);
  leader?.peers.relay({ event: 'queue', data: {}, id: '4' });
  const others = pages.filter((page) => page !== leader);
  expect(others.map(({ received, peers }) => [...received, peers.isLeaderOpen])).toEqual(
    others.map(() => ['queue', true]),
  );
  pass(60_000);
  expect(leaderOf(pages)).toBe(leader);
});

test('a leader that closes or freezes is replaced by one page, and follows when it thaws', () => {
  const pages = Array.from({ length: 10 }, () => openPage());
  pass(2_000);
  const closed = leaderOf(pages);
  closed?.peers.close();
  pass(500);
  const left = pages.filter((page) => page !== closed);
  expect(partsOf(left)).toEqual(oneOfTen.slice(1));
  const frozen = leaderOf(left);
  if (frozen === undefined) throw new Error('no page leads');
  frozen.isFrozen = true;
  pass(5_000);
  const awake = left.filter((page) => page !== frozen);
  const next = leaderOf(awake);
  expect(partsOf(awake)).toEqual(oneOfTen.slice(2));
  next?.peers.setOpen(true);
  frozen.isFrozen = false;
  pass(3_000);
  expect(partsOf(left)).toEqual(oneOfTen.slice(1));
});

test('of several groups two hold a stream, and the others ask until one of these is gone', () => {
  const pages = ['one', 'two', 'three', 'four'].map((group) => openPage(group));
  pass(2_000);
  expect(partsOf(pages)).toEqual(['ask', 'ask', 'stream', 'stream']);
  pages.find(({ peers }) => peers.part === 'stream')?.peers.close();
  expect(partsOf(channels.flatMap(({ page }) => page ?? []))).toEqual(['ask', 'stream', 'stream']);
  pass(20_000);
  expect(partsOf(channels.flatMap(({ page }) => page ?? []))).toEqual(['ask', 'stream', 'stream']);
});
