import { randomBytes } from 'node:crypto';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import { type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Budget } from '#base/calls/rate-limit.server.ts';
import { ownSounds } from '../widget-choices.ts';
import { ownProject, type WidgetServices } from '../widget-deps.server.ts';
import { soundInUse, tooManySounds } from '../widget-failures.ts';
import { openSettings, soundsOf } from '../widget-settings-store.server.ts';
import { makeSound } from './sound-content.ts';
import { deleteSound, insertSound, readSoundBytes, readSounds } from './sound-store.server.ts';
import { readSoundUpload } from './sound-upload.server.ts';
import type { soundsCalls } from './sounds.calls.ts';

const uploadBudget: Budget = {
  name: 'sound-upload',
  points: 40,
  seconds: 3_600,
  message: 'Слишком много загрузок за час. Подождите немного и попробуйте снова',
};

const problems = {
  unknown: () => failures.unsupportedMediaType({ message: 'Это не WAV на 16 бит. Выберите другой файл' }),
  long: () => failures.validationFailed({ fields: { file: `Звук длиннее ${ownSounds.seconds} секунд` } }),
  silent: () => failures.validationFailed({ fields: { file: 'В этом файле ничего не слышно' } }),
};

async function upload(services: WidgetServices, context: CallContext) {
  const { userId } = callerOf(context);
  await context.limits.spend(uploadBudget, userId);
  const { title, file } = await readSoundUpload(context.request);
  const made = makeSound(file);
  if (typeof made === 'string') throw problems[made]();
  const { projectId } = await ownProject(context.db, userId);
  const sound = { name: randomBytes(16).toString('base64url'), title, milliseconds: made.milliseconds };
  await context.transaction(async (tx) => {
    // Locks the settings row, so that simultaneous uploads are counted one after the other.
    await openSettings(tx, projectId, services.keys);
    if ((await readSounds(tx, projectId)).length >= ownSounds.most) throw tooManySounds();
    await insertSound(tx, projectId, { ...sound, bytes: made.bytes });
  });
  return sound;
}

const headers = {
  'cache-control': 'public, max-age=31536000, immutable',
  'x-content-type-options': 'nosniff',
  'content-disposition': 'inline; filename="sound.wav"',
};

/** Handlers of the calls for uploaded sounds. */
export function soundHandlers(services: WidgetServices): Handlers<typeof soundsCalls> {
  return {
    sounds: async (_input, context) => {
      const { projectId } = await ownProject(context.db, callerOf(context).userId);
      return readSounds(context.db, projectId);
    },
    uploadSound: async (_input, context) => upload(services, context),
    removeSound: async ({ query: { name } }, context) => {
      const { projectId } = await ownProject(context.db, callerOf(context).userId);
      return context.transaction(async (tx) => {
        const { alert } = await openSettings(tx, projectId, services.keys);
        if (soundsOf(alert).includes(name)) throw soundInUse();
        if (!(await deleteSound(tx, projectId, name))) throw failures.notFound();
        return {};
      });
    },
    sound: async ({ query: { name } }, context) => {
      const bytes = await readSoundBytes(context.db, name);
      if (bytes === null) throw failures.notFound({ message: 'Такого звука нет' });
      return { contentType: 'audio/wav', bytes, headers };
    },
  };
}
