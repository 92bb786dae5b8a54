import { z } from 'zod';
import { textOf } from '#test/bench/support/donation-maker.ts';
import { call, type Fixture } from '../fixture.ts';
import { idOf, widgetKeyOf } from '../ids.ts';
import { commonCreator } from '../values.ts';
import { waysOf } from './way.ts';

const as = 'creator' as const;

const listedAlert = z.object({ alertId: z.string() });
const waitingAlerts = z.object({ current: listedAlert.nullable(), queued: z.array(listedAlert) });

/** What plays and what waits, as the creator with most alerts sees it. */
async function waitingOf(fixture: Fixture): Promise<string[]> {
  const queue = await call(fixture, 'GET Widget/Queue', { as, query: { most: 1_000 } });
  const { current, queued } = waitingAlerts.parse(queue);
  return [...(current ? [current] : []), ...queued].map(({ alertId }) => alertId);
}

/** One test alert waits, and nothing else. */
async function queueOne(fixture: Fixture): Promise<void> {
  const alertIds = await waitingOf(fixture);
  if (alertIds.length > 0) await call(fixture, 'POST Widget/Control', { as, body: { action: 'skip', alertIds } });
  await call(fixture, 'POST Widget/Test', { as });
}

const pageOf = (source: string) => ({ key: widgetKeyOf(1), source, isVisible: true });

/** Widgets of the creator with most alerts. */
export const widgetWays = waysOf({
  'GET Widget/Statistics': {
    'creator with most donations': async ({ client }, at) => {
      const period = ['all', 'month', 'day'][at % 3];
      await client.query(
        `update widget_settings set statistics = jsonb_build_object('period', $1::text) where project_id = $2`,
        [period, idOf.project(1)],
      );
      return { query: { key: widgetKeyOf(1) } };
    },
    'common creators': ({ sizes }, at) => ({ query: { key: widgetKeyOf(commonCreator(sizes.creators, at)) } }),
  },
  'GET Widget/Settings': async (fixture, at) => {
    if (at === 0) await call(fixture, 'POST Widget/RotateKey', { as: 'donor' });
    return { as: 'donor' };
  },
  'PUT Widget/Settings': (_, at) => ({ as: 'donor', body: { sticker: { text: `Поддержите ${at}` } } }),
  'POST Widget/RotateKey': () => ({ as: 'donor' }),
  'POST Widget/Test': (_, at) => ({ as, query: { amount: 10_000 + at } }),
  'POST Widget/Control': {
    'skip all that wait': async (fixture) => {
      await call(fixture, 'POST Widget/Test', { as });
      return { as, body: { action: 'skip', alertIds: await waitingOf(fixture) } };
    },
    'replay the last one': () => ({ as, body: { action: 'replay' } }),
  },
  'POST Widget/Next': async (fixture, at) => {
    await queueOne(fixture);
    return { body: pageOf(`page-${at}`) };
  },
  'POST Widget/Report': async (fixture, at) => {
    await queueOne(fixture);
    const source = `page-of-${at}`;
    const leased = await call(fixture, 'POST Widget/Next', { body: pageOf(source) });
    return { body: { key: widgetKeyOf(1), source, alertId: textOf(leased, 'alertId'), state: 'shown' } };
  },
  'POST Widget/Health': () => ({ body: { ...pageOf('page'), audio: 'ok' } }),
  'POST Widget/StartStream': () => ({ as }),
});
