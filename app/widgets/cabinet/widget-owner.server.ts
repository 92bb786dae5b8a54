import type { Project } from '#app/creators/creators.server.ts';
import { requireLiveSession } from '#app/identity/identity.server.ts';
import { holdOwnImageNames } from '#app/images/images.server.ts';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import { callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Budget } from '#base/calls/rate-limit.server.ts';
import type { Tx } from '#base/db/db.server.ts';
import { appendEvent } from '#base/events/live.server.ts';
import { type Minor, minor } from '#base/money/money.ts';
import { readSources } from '../health/source-store.server.ts';
import type { AlertSettings } from '../look/alert-settings-shape.ts';
import { admitAlert } from '../queue/admit-alert.server.ts';
import { controlQueue } from '../queue/alert-control-store.server.ts';
import { announceQueue } from '../queue/alert-move-store.server.ts';
import { readQueue } from '../queue/alert-queue-store.server.ts';
import { donationsIn, ownQueue, textsIn } from '../queue/alert-words.server.ts';
import { holdSounds } from '../sounds/sound-store.server.ts';
import { dropPublicPart } from '../statistics/goal.server.ts';
import { ownProject, type WidgetServices } from '../widget-deps.server.ts';
import { alertStateChanged } from '../widget-failures.ts';
import {
  changeSettings,
  openSettings,
  picturesOf,
  readWidgetSettings,
  replaceKey,
  soundsOf,
  type WidgetSettings,
} from '../widget-settings-store.server.ts';
import type { SentState } from '../widget-shapes.ts';
import { settingsOnWire, settingsShown } from '../widget-shown.server.ts';
import type { widgetsCalls } from '../widgets.calls.ts';

const testBudget: Budget = {
  name: 'widget-test',
  points: 30,
  seconds: 60,
  message: 'Слишком много тестовых оповещений подряд. Подождите минуту',
};

const testDonation = {
  name: 'Зритель',
  amount: minor(5_000_000),
  message: 'Это тестовое оповещение: так зрители увидят настоящее',
};

/** Enqueues a test like a donation. The default amount is never below the minimum. */
async function sendTest(
  services: WidgetServices,
  tx: Tx,
  projectId: string,
  given: { amount?: Minor | undefined; message?: string | undefined; month?: number | undefined },
): Promise<{ alertId: string | null; state: SentState }> {
  const { alert } = await readWidgetSettings(tx, projectId);
  const { amount = minor(Math.max(alert.minAmount, testDonation.amount)) } = given;
  const { message = testDonation.message, month = null } = given;
  const plain = { giftedMonths: null, giftedPieces: null, name: testDonation.name };
  const coming = { projectId, payId: null, month, ...plain, amount, message };
  const sent = await admitAlert(tx, alert, coming);
  if (sent.state === 'queued') services.voices.prepare(tx, alert, coming);
  await announceQueue(tx, projectId);
  return sent;
}

const wrongFields = (fields: Record<string, string>) => failures.validationFailed({ fields });

/** Refuses settings with pictures or sounds that are not the caller's own, and locks those that are until the transaction ends. */
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

function toOwner(services: WidgetServices, project: Project, settings: WidgetSettings & { key: string }) {
  const at = (screen: string) => `${services.publicUrl}/widgets/${screen}?key=${settings.key}`;
  return {
    ...settingsShown(services, project, settings),
    key: settings.key,
    addresses: {
      notification: at('notification'),
      statistics: at('statistics'),
      sticker: at('sticker'),
      votes: at('votes'),
      targets: at('targets'),
      clock: at('clock'),
      draws: at('draws'),
    },
    hasServerVoice: services.voices.isServed,
  };
}

/** Handlers of the calls with which creators read and change their own widgets. */
export function ownerHandlers(
  services: WidgetServices,
): Pick<Handlers<typeof widgetsCalls>, 'settings' | 'change' | 'rotateKey' | 'test' | 'control' | 'queue'> {
  const projectOf = (context: Parameters<typeof callerOf>[0]) => ownProject(context.db, callerOf(context).userId);
  return {
    settings: async (_input, context) => {
      const project = await projectOf(context);
      return context.transaction(async (tx) =>
        toOwner(services, project, await openSettings(tx, project.projectId, services.keys)),
      );
    },
    change: async ({ body }, context) => {
      const project = await projectOf(context);
      const { alert = {}, statistics = {}, sticker = {} } = body;
      return context.transaction(async (tx) => {
        await holdFiles(tx, project, await openSettings(tx, project.projectId, services.keys), alert);
        await changeSettings(tx, project.projectId, { alert, statistics, sticker });
        const settings = await openSettings(tx, project.projectId, services.keys);
        await appendEvent(tx, project.projectId, 'settings', settingsOnWire(services, project, settings));
        if (body.statistics?.goal !== undefined || body.alert !== undefined)
          await dropPublicPart(tx, project.projectId);
        return toOwner(services, project, settings);
      });
    },
    rotateKey: async (_input, context) => {
      const { projectId } = await projectOf(context);
      const { key, ...stored } = services.keys.issue();
      return context.transaction(async (tx) => {
        const version = await replaceKey(tx, projectId, stored);
        await requireLiveSession(tx, callerOf(context));
        await appendEvent(tx, projectId, 'key-rotated', { version });
        return { key };
      });
    },
    test: async ({ query }, context) => {
      const { projectId } = await projectOf(context);
      await context.limits.spend(testBudget, projectId);
      return context.transaction((tx) => sendTest(services, tx, projectId, query));
    },
    control: async ({ body }, context) => {
      const { projectId } = await projectOf(context);
      const { action, alertId, alertIds = alertId === undefined ? [] : [alertId] } = body;
      const { result, approved, ...state } = await context.transaction(async (tx) => {
        const done = await controlQueue(tx, { projectId, action, alertIds });
        if (done.approved.length > 0) await services.whenApproved(tx, { projectId, payIds: done.approved });
        return done;
      });
      if (result === 'missing') throw failures.notFound();
      if (result === 'changed') throw alertStateChanged();
      return state;
    },
    queue: async ({ query }, context) => {
      const { projectId } = await projectOf(context);
      const queue = await readQueue(context.db, projectId, query.most);
      const words = await services.donationWords(context.db, donationsIn(queue), textsIn(queue));
      return { ...ownQueue(queue, words), sources: await readSources(context.db, projectId) };
    },
  };
}
