import type { Project } from '#app/creators/creators.server.ts';
import { holdOwnImageNames } from '#app/images/images.server.ts';
import type { Handlers } from '#base/bound-call.server.ts';
import { callerOf } from '#base/call-context.server.ts';
import type { Tx } from '#base/db.server.ts';
import { failures } from '#base/errors.ts';
import { appendEvent } from '#base/live.server.ts';
import { type Minor, minor } from '#base/money.ts';
import type { Budget } from '#base/rate-limit.server.ts';
import { admitAlert } from './admit-alert.server.ts';
import { controlQueue } from './alert-control-store.server.ts';
import { announceQueue } from './alert-move-store.server.ts';
import { readQueue } from './alert-queue-store.server.ts';
import { giftsIn, ownQueue } from './alert-words.server.ts';
import { dropGoal } from './goal.server.ts';
import { holdSounds } from './sound-store.server.ts';
import { readSources } from './source-store.server.ts';
import { ownProject, type WidgetHouse } from './widget-deps.server.ts';
import { alertStateChanged } from './widget-failures.ts';
import {
  changeSettings,
  openSettings,
  picturesOf,
  readSettings,
  replaceKey,
  soundsOf,
  type WidgetSettings,
} from './widget-settings-store.server.ts';
import type { AlertSettings, SentState } from './widget-shapes.ts';
import { settingsOnWire, settingsShown } from './widget-shown.server.ts';
import type { widgetsCalls } from './widgets.calls.ts';

const testBudget: Budget = {
  name: 'widget-test',
  points: 30,
  seconds: 60,
  message: 'Слишком много тестовых оповещений подряд. Подождите минуту',
};

const testGift = {
  name: 'Опора',
  amount: minor(5_000_000),
  message: 'Это тестовое оповещение: так зрители увидят настоящее',
};

/** Sends a test the way of a gift. A sum that is not given is never below the minimum. */
async function sendTest(
  tx: Tx,
  projectId: string,
  given: { amount?: Minor | undefined; message?: string | undefined },
): Promise<{ alertId: string | null; state: SentState }> {
  const { alert } = await readSettings(tx, projectId);
  const { amount = minor(Math.max(alert.minAmount, testGift.amount)) } = given;
  const { message = testGift.message } = given;
  const sent = await admitAlert(tx, alert, { projectId, payId: null, name: testGift.name, amount, message });
  await announceQueue(tx, projectId);
  return sent;
}

const wrongFields = (fields: Record<string, string>) => failures.validationFailed.because({ fields });

/** Refuses settings that refer to pictures or sounds which are not the caller's own; those stay until the transaction ends. */
async function holdFiles(tx: Tx, owner: Project, before: WidgetSettings, alert: Partial<AlertSettings>): Promise<void> {
  const next = { ...before.alert, ...alert };
  const known = picturesOf(before.alert);
  const pictures = picturesOf(next).filter((name) => !known.includes(name));
  if (!(await holdOwnImageNames(tx, owner.userId, pictures)))
    throw wrongFields({ 'alert.image': 'Такой картинки нет' });
  const sounds = new Set(soundsOf(next));
  const held = sounds.size === 0 ? [] : await holdSounds(tx, owner.projectId, [...sounds]);
  if (held.length < sounds.size) throw wrongFields({ 'alert.sound': 'Такого звука нет' });
}

function toOwner(house: WidgetHouse, project: Project, settings: WidgetSettings & { key: string }) {
  const at = (screen: string) => `${house.publicUrl}/widgets/${screen}?key=${settings.key}`;
  return {
    ...settingsShown(house, project, settings),
    key: settings.key,
    addresses: { notification: at('notification'), statistics: at('statistics'), sticker: at('sticker') },
  };
}

/** The calls by which a creator sees and sets his own widgets. */
export function ownerHandlers(
  house: WidgetHouse,
): Pick<Handlers<typeof widgetsCalls>, 'settings' | 'change' | 'rotateKey' | 'test' | 'control' | 'queue'> {
  const projectOf = (context: Parameters<typeof callerOf>[0]) => ownProject(context.db, callerOf(context).userId);
  return {
    settings: async (_input, context) => {
      const project = await projectOf(context);
      return context.transaction(async (tx) =>
        toOwner(house, project, await openSettings(tx, project.projectId, house.keys)),
      );
    },
    change: async ({ body }, context) => {
      const project = await projectOf(context);
      const { alert = {}, statistics = {}, sticker = {} } = body;
      return context.transaction(async (tx) => {
        await holdFiles(tx, project, await openSettings(tx, project.projectId, house.keys), alert);
        await changeSettings(tx, project.projectId, { alert, statistics, sticker });
        const settings = await openSettings(tx, project.projectId, house.keys);
        await appendEvent(tx, project.projectId, 'settings', settingsOnWire(house, project, settings));
        if (body.statistics?.goal !== undefined) await dropGoal(tx, project.projectId);
        return toOwner(house, project, settings);
      });
    },
    rotateKey: async (_input, context) => {
      const { projectId } = await projectOf(context);
      const { key, ...stored } = house.keys.issue();
      return context.transaction(async (tx) => {
        const version = await replaceKey(tx, projectId, stored);
        await appendEvent(tx, projectId, 'key-rotated', { version });
        return { key };
      });
    },
    test: async ({ query }, context) => {
      const { projectId } = await projectOf(context);
      await context.limits.spend(testBudget, projectId);
      return context.transaction((tx) => sendTest(tx, projectId, query));
    },
    control: async ({ body }, context) => {
      const { projectId } = await projectOf(context);
      const { result, ...state } = await context.transaction((tx) => controlQueue(tx, { projectId, ...body }));
      if (result === 'missing') throw failures.notFound.because();
      if (result === 'changed') throw alertStateChanged.because();
      return state;
    },
    queue: async (_input, context) => {
      const { projectId } = await projectOf(context);
      const queue = await readQueue(context.db, projectId);
      const words = await house.giftWords(context.db, giftsIn(queue));
      return { ...ownQueue(queue, words), sources: await readSources(context.db, projectId) };
    },
  };
}
