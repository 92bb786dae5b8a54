import { sessionTokens } from '#app/identity/session-tokens.ts';
import { networkFailureCode } from '#base/calls/call-client.ts';
import { CallFailure, failures } from '#base/calls/errors.ts';

/** An uploaded sound, as the server lists it. */
export interface OwnSound {
  readonly name: string;
  readonly title: string;
  readonly milliseconds: number;
}

function isSound(data: unknown): data is OwnSound {
  return typeof data === 'object' && data !== null && 'name' in data && 'title' in data && 'milliseconds' in data;
}

async function send(form: FormData, token: string | null): Promise<Response> {
  try {
    const headers = { authorization: `Bearer ${token ?? ''}` };
    return await fetch('/api/Widget/Sounds', { method: 'POST', headers, body: form });
  } catch {
    throw new CallFailure(networkFailureCode, 0, 'Нет связи. Проверьте интернет и попробуйте ещё раз');
  }
}

function textIn(error: object, name: 'code' | 'message'): string {
  const value: unknown = Object.assign({ code: failures.internal.code, message: failures.internal.message }, error)[
    name
  ];
  return String(value);
}

/** Uploads a sound (docs/rules.md#widgets). On a 401 it refreshes the session once and uploads again. Throws `CallFailure`. */
export async function uploadSound(title: string, file: Blob): Promise<OwnSound> {
  const form = new FormData();
  form.set('title', title);
  form.set('file', file, 'sound.wav');
  const token = sessionTokens.access();
  let answer = await send(form, token);
  if (answer.status === 401 && sessionTokens.hasRefresh() && (await sessionTokens.refresh(token))) {
    answer = await send(form, sessionTokens.access());
  }
  const body: unknown = await answer.json().catch(() => null);
  const data = typeof body === 'object' && body !== null && 'data' in body ? body.data : null;
  if (answer.ok && isSound(data)) return data;
  const error = typeof body === 'object' && body !== null && 'error' in body ? Object(body.error) : {};
  const fields: unknown = Object.assign({ fields: {} }, error).fields;
  const [reason] = typeof fields === 'object' && fields !== null ? Object.values(fields) : [];
  throw new CallFailure(textIn(error, 'code'), answer.status, reason ? String(reason) : textIn(error, 'message'));
}
