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
import { largestAudioBytes, longestAudioSeconds } from '../post-limits.ts';
import type { AudioFacts } from './audio-content.server.ts';
import type { AudioDeps } from './audio-deps.server.ts';
import { deleteUnusedAudio, insertAudio, type PostAudio } from './audio-store.server.ts';

const megabyte = 1024 * 1024;
const day = 86_400_000;

const uploads: Budget = {
  name: 'post-audio-upload',
  points: 20,
  seconds: 3_600,
  message: 'Слишком много загрузок за час. Подождите немного и попробуйте снова',
};

/** In megabytes. */
const volume: Budget = {
  name: 'post-audio-volume',
  points: 1_024,
  seconds: 86_400,
  message: 'За сутки можно загрузить 1 ГБ аудио. Продолжите завтра',
};

const sweptAtOnce = 200;

const refusal = (message: string) => failures.validationFailed({ message, fields: { file: message } });

const unknown = () => failures.unsupportedMediaType({ message: 'Это не аудио. Подойдут MP3, M4A (AAC) и Ogg' });

const megabytesIn = (bytes: number) => Math.ceil(Math.min(bytes, largestAudioBytes) / megabyte);

/** A body that does not say how long it is may be as long as one may be. */
const megabytesOf = ({ headers }: FastifyRequest) =>
  megabytesIn(Number(headers['content-length'] ?? largestAudioBytes));

/** Writes the file of an upload to the disk as it comes. */
async function receive(request: FastifyRequest, path: string): Promise<void> {
  const written = {};
  const { file } = await readUploadForm(request, {
    names: ['name', 'file'],
    fileBytes: largestAudioBytes,
    textBytes: 1_024,
    tooLarge: 'Файл больше 100 МБ. Сожмите его и попробуйте снова',
    take: async (bytes) => {
      await pipeline(bytes, createWriteStream(path, { flags: 'wx', flush: true }));
      return written;
    },
  });
  if (file !== written) throw refusal('Выберите файл');
}

/** Throws unless it is audio that is taken. */
async function inspect({ reader }: AudioDeps, path: string): Promise<AudioFacts> {
  const found = await reader.read(path);
  if (found === 'unknown') throw unknown();
  if (found === 'broken') throw refusal('Не получилось прочитать аудио: файл повреждён. Выберите другой');
  if (found.seconds > longestAudioSeconds) throw refusal('Аудио длиннее трёх часов. Разделите его на части');
  return found;
}

/** Takes a checked file into the store; nothing is left where its row cannot be stored. */
async function keep({ files, log }: AudioDeps, audio: PostAudio & { readonly path: string }, context: CallContext) {
  const { path, ...stored } = audio;
  const { name, type } = stored;
  try {
    await files.take(audioPathOf(name), path, type);
    await context.transaction((tx) => insertAudio(tx, { ...stored, ownerId: callerOf(context).userId }));
  } catch (error) {
    await files
      .removeFolder(folderOf(name))
      .catch((fault: unknown) => log.warn({ err: fault, audio: name }, 'an audio file was left over'));
    throw error;
  }
  return stored;
}

/** Uploads audio: one file of a person at a time in a process, since each may take long. */
export class AudioUploads {
  readonly #deps: AudioDeps;
  readonly #uploading = new Set<string>();

  constructor(deps: AudioDeps) {
    this.#deps = deps;
  }

  async upload(context: CallContext): Promise<PostAudio> {
    const { userId } = callerOf(context);
    if (this.#uploading.has(userId)) {
      const message = 'Предыдущее аудио ещё загружается. Подождите немного';
      throw failures.tooManyRequests({ message, retryAfter: 20 });
    }
    this.#uploading.add(userId);
    try {
      await context.limits.spend(uploads, userId);
      await context.limits.spend(volume, userId, megabytesOf(context.request));
      return await this.#deps.uploads.run(userId, () => this.#take(context));
    } finally {
      this.#uploading.delete(userId);
    }
  }

  /** Throws as `upload` where a file of so many bytes would find no room. */
  async findRoom(bytes: number, context: CallContext): Promise<{ isUploading: boolean }> {
    const { limits } = context;
    const { userId } = callerOf(context);
    await limits.require(uploads, userId);
    await limits.require(volume, userId, megabytesIn(bytes));
    return { isUploading: this.#uploading.has(userId) };
  }

  async #take(context: CallContext): Promise<PostAudio> {
    const { incoming } = this.#deps;
    const name = newImageName();
    const path = join(incoming, name);
    await mkdir(incoming, { recursive: true });
    try {
      await receive(context.request, path);
      const facts = await inspect(this.#deps, path);
      return await keep(this.#deps, { name, ...facts, path }, context);
    } finally {
      await rm(path, { force: true });
    }
  }
}

/** Removes what a process has left behind that died while a file was coming. */
async function sweepIncoming({ incoming }: AudioDeps): Promise<void> {
  const names = await readdir(incoming).catch(() => []);
  for (const name of names) {
    const path = join(incoming, name);
    const found = await stat(path).catch(() => null);
    if (found !== null && found.mtimeMs < Date.now() - day) await rm(path, { force: true });
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
