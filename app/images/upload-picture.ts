import { sessionTokens } from '#app/identity/session-tokens.ts';
import { networkFailureCode } from '#base/calls/call-client.ts';
import { CallFailure, failures } from '#base/calls/errors.ts';
import type { ImageType } from './image-choices.ts';

/** The answer of POST Images. */
interface Uploaded {
  readonly name: string;
  readonly width: number;
  readonly height: number;
}

interface Upload {
  readonly file: Blob;
  readonly type: ImageType;
  /** From 0 to 1. */
  readonly onProgress: (part: number) => void;
  readonly signal: AbortSignal;
}

function failureIn(status: number, body: unknown): CallFailure {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : null;
  const has = typeof error === 'object' && error !== null && 'code' in error && 'message' in error;
  return has
    ? new CallFailure(String(error.code), status, String(error.message))
    : new CallFailure(failures.internal.code, status, failures.internal.message);
}

function isUploaded(data: unknown): data is Uploaded {
  return typeof data === 'object' && data !== null && 'name' in data && typeof data.name === 'string';
}

/** One attempt. Uses XMLHttpRequest because `fetch` does not report upload progress. */
async function send({ file, type, onProgress, signal }: Upload, token: string | null): Promise<XMLHttpRequest> {
  // The upload may have been cancelled while the picture was being resized.
  signal.throwIfAborted();
  const form = new FormData();
  form.set('name', `${type.toLowerCase()}.${file.type === 'image/png' ? 'png' : 'webp'}`);
  form.set('type', type);
  form.set('file', file);
  const request = new XMLHttpRequest();
  request.open('POST', '/api/Images');
  request.responseType = 'json';
  request.setRequestHeader('authorization', `Bearer ${token ?? ''}`);
  return new Promise((resolve, reject) => {
    const abort = () => request.abort();
    signal.addEventListener('abort', abort, { once: true });
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onload = () => resolve(request);
    request.onabort = () => reject(new DOMException('the upload was cancelled', 'AbortError'));
    request.onerror = () =>
      reject(new CallFailure(networkFailureCode, 0, 'Связь прервалась. Кадр сохранён: попробуйте ещё раз'));
    request.onloadend = () => signal.removeEventListener('abort', abort);
    request.send(form);
  });
}

/**
 * Uploads a picture and returns its name (docs/rules.md#pictures). After a 401 the session is refreshed and the picture sent once
 * more. Throws `CallFailure`, or `AbortError` if it was cancelled.
 */
export async function uploadPicture(upload: Upload): Promise<string> {
  const token = sessionTokens.access();
  let request = await send(upload, token);
  if (request.status === 401 && sessionTokens.hasRefresh() && (await sessionTokens.refresh(token))) {
    request = await send(upload, sessionTokens.access());
  }
  const body: unknown = request.response;
  const data = typeof body === 'object' && body !== null && 'data' in body ? body.data : null;
  if (request.status === 200 && isUploaded(data)) return data.name;
  throw failureIn(request.status, body);
}
