import autocannon from 'autocannon';
import { median } from '#test/bench/table.ts';

const connections = 16;
const rounds = 3;
const seconds = 2;
const warmUpSeconds = 1;

export const browserHeaders = { 'accept-encoding': 'gzip, deflate, br' } as const;

async function rateOf(url: string, duration: number, token: string | undefined): Promise<number> {
  const headers = { ...browserHeaders, ...(token !== undefined && { authorization: `Bearer ${token}` }) };
  const outcome = await autocannon({ url, connections, duration, headers });
  if (outcome.errors > 0 || outcome.non2xx > 0) {
    throw new Error(`${url}: ${outcome.errors} errors and ${outcome.non2xx} answers that are not 2xx`);
  }
  return outcome.requests.total / outcome.duration;
}

/** Two rates measured in turns, so that a busy machine hits both. */
export interface Comparison {
  /** The median of the ratios of the rounds. */
  readonly ratio: number;
  readonly note: string;
}

/** Compares rates a round at a time: `ours` and `theirs` measure one rate each. */
export async function inTurns(
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
  unit: string,
): Promise<Comparison> {
  const pairs: { ours: number; theirs: number }[] = [];
  for (let round = 0; round < rounds; round += 1) pairs.push({ ours: await ours(), theirs: await theirs() });
  const ratios = pairs.map((pair) => pair.ours / pair.theirs);
  const rate = (side: 'ours' | 'theirs') => Math.round(median(pairs.map((pair) => pair[side])));
  const spread = `rounds ${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;
  return { ratio: median(ratios), note: `${rate('ours')} against ${rate('theirs')} ${unit}, ${spread}` };
}

/** Compares how many answers a second two addresses give to 16 connections. `token`: of whoever asks both. */
export async function compareAddresses(
  ours: string,
  theirs: string,
  how: { readonly seconds?: number; readonly token?: string | undefined } = {},
): Promise<Comparison> {
  const { seconds: each = seconds, token } = how;
  for (const url of [ours, theirs]) await rateOf(url, warmUpSeconds, token);
  return inTurns(
    () => rateOf(ours, each, token),
    () => rateOf(theirs, each, token),
    'answers/s',
  );
}
