import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import { audioPathOf, folderOf, newImageName } from '#app/images/image-paths.server.ts';
import { type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Budget } from '#base/calls/rate-limit.server.ts';
import type { Database } from '#base/db/db.server.ts';
import { readUploadForm } from '#base/http/body/upload-form.server.ts';
import { networkOf, siteOf } from '#base/process/network-of.ts';
import { largestAudioBytes, longestAudioSeconds } from '../post-limits.ts';
import type { AudioFacts } from './audio-content.server.ts';
import type { AudioDeps } from './audio-deps.server.ts';
import { deleteUnusedAudio, insertAudio, isKnownAudio, type PostAudio } from './audio-store.server.ts';

const megabyte = 1024 * 1024;
const hour = 3_600_000;

/** Files that come at once: each may be 100 MB on the disk and take long. */
const mostAtOnce = 8;
/** Of one site: it leaves places to others. */
const mostOfSite = 4;

const uploads: Budget = {
  name: 'post-audio-upload',
  points: 20,
  seconds: 3_600,
  message: 'Слишком много загрузок за час. Подождите немного и попробуйте снова',
};

/** In megabytes that came. */
const volume: Budget = {
  name: 'post-audio-volume',
  points: 1_024,
  seconds: 86_400,
  message: 'За сутки можно загрузить 1 ГБ аудио. Продолжите завтра',
};

/** What a file costs of `uploads` beside its own point that could not be looked into: it may have been made to take long. */
const unreadPoints = 4;

const sweptAtOnce = 200;

const refusal = (message: string) => failures.validationFailed({ message, fields: { file: message } });

const unknown = () => failures.unsupportedMediaType({ message: 'Это не аудио. Подойдут MP3, M4A (AAC) и Ogg' });

/** Writes the file of an upload to the disk as it comes. */
async function receive(request: FastifyRequest, path: string): Promise<void> {
  const written = {};
  const { file } = await readUploadForm(request, {
    names: ['name', 'file'],
    fileBytes: largestAudioBytes,
    textBytes: 1_024,
    tooLarge: 'Файл больше 100 МБ. Сожмите его или разделите на части',
    take: async (bytes) => {
      await pipeline(bytes, createWriteStream(path, { flags: 'wx', flush: true }));
      return written;
    },
  });
  if (file !== written) throw refusal('Выберите файл');
}

/** Throws unless it is audio that is taken. */
async function inspect({ reader, log }: AudioDeps, path: string, context: CallContext): Promise<AudioFacts> {
  const found = await reader.read(path).catch(async (error: unknown) => {
    log.error({ err: error }, 'an audio file could not be looked into');
    await context.limits.note(uploads, callerOf(context).userId, unreadPoints);
    throw failures.unavailable({
      message: 'Сейчас не получается проверить аудио. Попробуйте через минуту',
      retryAfter: 60,
    });
  });
  if (found === 'unknown') throw unknown();
  if (found === 'broken') throw refusal('Не получилось прочитать аудио: файл повреждён. Выберите другой');
  if (found.seconds > longestAudioSeconds) throw refusal('Аудио длиннее трёх часов. Разделите его на части');
  return found;
}

/** Takes a checked file into the store. By its row it is found and removed where something ends the process meanwhile. */
async function keep({ files }: AudioDeps, audio: PostAudio & { readonly path: string }, context: CallContext) {
  const { path, ...stored } = audio;
  await context.transaction((tx) => insertAudio(tx, { ...stored, ownerId: callerOf(context).userId }));
  await files.take(audioPathOf(stored.name), path, stored.type);
  if (await isKnownAudio(context.db, stored.name)) return stored;
  // Its owner was deleted meanwhile, and all that was there by then.
  await files.removeFolder(folderOf(stored.name));
  throw failures.unauthorized();
}

/** Uploads audio: one file of a person at a time in a process, since each may take long. */
export class AudioUploads {
  readonly #deps: AudioDeps;
  /** By person the site that the file comes from. */
  readonly #uploading = new Map<string, string>();

  constructor(deps: AudioDeps) {
    this.#deps = deps;
  }

  async upload(context: CallContext): Promise<PostAudio> {
    const { userId } = callerOf(context);
    if (this.#uploading.has(userId)) {
      const message = 'Предыдущее аудио ещё загружается. Подождите немного';
      throw failures.tooManyRequests({ message, retryAfter: 20 });
    }
    const site = siteOf(networkOf(context.request.ip));
    this.#requirePlace(site);
    this.#uploading.set(userId, site);
    try {
      return await this.#count(context, userId);
    } finally {
      this.#uploading.delete(userId);
    }
  }

  /** Throws as `upload` where a file of so many bytes would find no room. */
  async findRoom(bytes: number, context: CallContext): Promise<{ isUploading: boolean }> {
    const { limits, request } = context;
    const { userId } = callerOf(context);
    const isUploading = this.#uploading.has(userId);
    if (!isUploading) this.#requirePlace(siteOf(networkOf(request.ip)));
    await limits.require(uploads, userId);
    await limits.require(volume, userId, Math.ceil(Math.min(bytes, largestAudioBytes) / megabyte));
    return { isUploading };
  }

  #requirePlace(site: string): void {
    if (this.#uploading.size >= mostAtOnce) {
      const message = 'Сейчас загружают слишком много аудио. Попробуйте через минуту';
      throw failures.unavailable({ message, retryAfter: 60 });
    }
    const ofSite = [...this.#uploading.values()].filter((one) => one === site);
    if (ofSite.length < mostOfSite) return;
    const message = 'Из вашей сети уже загружают несколько аудио. Попробуйте через минуту';
    throw failures.tooManyRequests({ message, retryAfter: 60 });
  }

  /** What came is spent, also of a file that is refused. */
  async #count(context: CallContext, userId: string): Promise<PostAudio> {
    const { limits, request } = context;
    await limits.require(volume, userId);
    await limits.spend(uploads, userId);
    const { socket } = request;
    const before = socket.bytesRead;
    try {
      return await this.#take(context);
    } finally {
      await limits.note(volume, userId, Math.max(1, Math.ceil((socket.bytesRead - before) / megabyte)));
    }
  }

  async #take(context: CallContext): Promise<PostAudio> {
    const { incoming } = this.#deps;
    const name = newImageName();
    const path = join(incoming, name);
    await mkdir(incoming, { recursive: true });
    try {
      await receive(context.request, path);
      const facts = await inspect(this.#deps, path, context);
      return await keep(this.#deps, { name, ...facts, path }, context);
    } finally {
      await rm(path, { force: true });
    }
  }
}

/** Removes what a process has left behind that died while a file was coming: a file that comes grows all the time. */
async function sweepIncoming({ incoming }: AudioDeps): Promise<void> {
  const names = await readdir(incoming).catch(() => []);
  for (const name of names) {
    const path = join(incoming, name);
    const found = await stat(path).catch(() => null);
    if (found !== null && found.mtimeMs < Date.now() - hour) await rm(path, { force: true });
  }
}

/** Removes files that were uploaded over 24 hours ago and that no post has; returns how many. */
export async function sweepUnusedAudio(db: Database, deps: AudioDeps): Promise<number> {
  await sweepIncoming(deps);
  const names = await db.transaction((tx) => deleteUnusedAudio(tx, sweptAtOnce));
  for (const name of names) {
    await deps.files.removeFolder(folderOf(name)).catch((error: unknown) => {
      deps.log.warn({ err: error, audio: name }, 'removed audio was left in the store');
    });
  }
  return names.length;
}
