import type { SignedIn } from '../sign-in.ts';

/** Uploads an audio file under a name that says nothing. */
export function sendAudio(url: string, { token }: Pick<SignedIn, 'token'>, bytes: Uint8Array): Promise<Response> {
  const form = new FormData();
  form.set('file', new Blob([Buffer.from(bytes)]), 'track.bin');
  return fetch(`${url}/api/Post/Audio`, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form });
}
