import { compareAddresses } from './load.ts';
import { startRawServer } from './processes.ts';
import type { Figure } from './table.ts';
import { projectIdOf, userNameOf } from './world.ts';

const margin = 0.15;

/** Reading answers of the product against the same bytes sent by nothing but `node:http`. */
export async function measureReading(app: string): Promise<Figure[]> {
  const measured = [
    { what: 'User/List', path: '/api/User/List?Skip=0&Take=10', least: 0.3 },
    { what: 'ProjectPay/List', path: `/api/ProjectPay/List?projectId=${projectIdOf(1)}&Skip=0&Take=10`, least: 0.3 },
    { what: 'creator page', path: `/${userNameOf(1)}`, least: 0.5 },
  ];
  const figures: Figure[] = [];
  for (const { what, path, least } of measured) {
    const raw = await startRawServer(`${app}${path}`);
    try {
      const { ratio, note } = await compareAddresses(`${app}${path}`, raw.url);
      figures.push({
        ...{ what: `${what} / bare node:http`, value: ratio, unit: 'ratio', note },
        goal: { is: 'at least', value: least, margin },
      });
    } finally {
      await raw.stop();
    }
  }
  return figures;
}
