import { findProject } from '#app/creators/creators.server.ts';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import type { CallInput } from '#base/calls/call.ts';
import { type CallContext, type Caller, callerOf } from '#base/calls/call-context.server.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { networkOf, siteOf } from '#base/process/network-of.ts';
import { maySee } from '../post-viewers.server.ts';
import type { postAudioCalls } from './audio.calls.ts';
import type { AudioDeps } from './audio-deps.server.ts';
import { noAudio, sendAudio } from './audio-serving.server.ts';
import { type AudioRow, readAudio, readPostOfAudio } from './audio-store.server.ts';
import { AudioUploads } from './audio-upload.server.ts';

interface Asked {
  readonly name: string;
  readonly caller: Caller | null;
  readonly now: Date;
}

/** An audio file that somebody may hear. Throws `NotFound` for all others. */
async function readHeard(db: Queryable, { name, caller, now }: Asked): Promise<AudioRow> {
  const audio = await readAudio(db, name, { personId: caller?.userId ?? null, now });
  const project = audio && (await findProject(db, audio.projectId));
  if (audio === null || !maySee(caller, project, audio)) throw noAudio();
  return audio;
}

async function send(deps: AudioDeps, query: CallInput<typeof postAudioCalls.audio>['query'], context: CallContext) {
  const { db } = context;
  const { name } = query;
  const now = await deps.clock(db);
  const postId = context.caller === null && query.proof !== undefined ? await readPostOfAudio(db, name) : null;
  const signed = postId === null ? null : await deps.addresses.findCaller(db, { ...query, postId, now });
  const caller = context.caller ?? signed;
  const { type, bytes } = await readHeard(db, { name, caller, now });
  const whom = caller?.userId ?? siteOf(networkOf(context.request.ip));
  return sendAudio(deps, { name, type, bytes, whom }, context);
}

/** Handlers of the audio files of posts. */
export function createAudioHandlers(deps: AudioDeps): Handlers<typeof postAudioCalls> {
  const uploads = new AudioUploads(deps);
  return {
    uploadAudio: async (_input, context) => uploads.upload(context),
    audioRoom: async ({ query: { bytes } }, context) => uploads.findRoom(bytes, context),
    audio: async ({ query }, context) => send(deps, query, context),
    audioAddress: async ({ query: { name } }, context) => {
      const caller = callerOf(context);
      const now = await deps.clock(context.db);
      const { postId } = await readHeard(context.db, { name, caller, now });
      const { session, until, proof } = deps.addresses.issue({ name, postId, session: caller.sessionId, now });
      const query = new URLSearchParams({ name, session, until: String(until), proof });
      return { address: `/api/Post/Audio?${query}`, endsAt: new Date(until * 1_000).toISOString() };
    },
  };
}
