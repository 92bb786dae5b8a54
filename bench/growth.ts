import { get } from 'node:http';
import { type Figure, median } from './table.ts';
import { projectIdOf, type World } from './world.ts';

const creator = { small: 150, large: 151 };
const counts = { small: 1_000, large: 1_000_000 };
const asked = 60;

/** Milliseconds of one answer. */
function timeOf(url: string): Promise<number> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    get(url, (response) => {
      response.resume().on('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - began);
        else reject(new Error(`${url} answers ${response.statusCode}`));
      });
    }).on('error', reject);
  });
}

/** Each request of its own page, from the newest to nearly the oldest, so that none is answered from what is kept. */
const queries = {
  'ProjectPay/List': (at: number, count: number) => `Skip=${Math.floor((at * count) / asked)}&Take=10`,
  'ProjectPay/Top': (at: number) => `top=${1 + at}`,
} as const;

/** How the time of list calls changes from a creator with 1,000 gifts to one with 1,000,000. */
export async function measureGrowth(app: string, world: World): Promise<Figure[]> {
  await world.addGifts(creator.small, counts.small);
  for (let left = counts.large; left > 0; left -= 250_000) await world.addGifts(creator.large, 250_000);
  const figures: Figure[] = [];
  for (const [what, queryOf] of Object.entries(queries)) {
    const times = { small: [] as number[], large: [] as number[] };
    for (let at = 0; at < asked; at += 1) {
      for (const size of ['small', 'large'] as const) {
        const query = `projectId=${projectIdOf(creator[size])}&${queryOf(at, counts[size])}`;
        times[size].push(await timeOf(`${app}/api/${what}?${query}`));
      }
    }
    const [small, large] = [median(times.small), median(times.large)];
    figures.push({
      ...{ what: `${what} with 1,000,000 gifts / with 1,000, p50`, value: large / small, unit: 'ratio' },
      goal: { is: 'at most', value: 1.5, margin: 0.2 },
      note: `${large.toFixed(2)} ms against ${small.toFixed(2)} ms, one after the other`,
    });
  }
  return figures;
}
