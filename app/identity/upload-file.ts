import { networkFailureCode } from '#base/calls/call-client.ts';
import { CallFailure, failures } from '#base/calls/errors.ts';
import { sessionTokens } from './session-tokens.ts';

interface FileUpload {
  /** The path of a call of the form `upload`, below `/api/`. */
  readonly path: string;
  readonly form: FormData;
  /** What is said where the connection breaks. */
  readonly lost: string;
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

/** One attempt. Uses XMLHttpRequest because `fetch` does not report upload progress. */
async function send({ path, form, lost, onProgress, signal }: FileUpload, token: string | null) {
  signal.throwIfAborted();
  const request = new XMLHttpRequest();
  request.open('POST', `/api/${path}`);
  request.responseType = 'json';
  request.setRequestHeader('authorization', `Bearer ${token ?? ''}`);
  return new Promise<XMLHttpRequest>((resolve, reject) => {
    const abort = () => request.abort();
    signal.addEventListener('abort', abort, { once: true });
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onload = () => resolve(request);
    request.onabort = () => reject(new DOMException('the upload was cancelled', 'AbortError'));
    request.onerror = () => reject(new CallFailure(networkFailureCode, 0, lost));
    request.onloadend = () => signal.removeEventListener('abort', abort);
    request.send(form);
  });
}

/**
 * Uploads a file and returns the `data` of the answer. After a 401 the session is refreshed and the file sent once more; a token that has run
 * out is replaced before. Throws `CallFailure`, or `AbortError` if it was cancelled.
 */
export async function uploadFile(upload: FileUpload): Promise<unknown> {
  if (sessionTokens.hasRunOut()) await sessionTokens.refresh(sessionTokens.access());
  const token = sessionTokens.access();
  let request = await send(upload, token);
  if (request.status === 401 && sessionTokens.hasRefresh() && (await sessionTokens.refresh(token))) {
    request = await send(upload, sessionTokens.access());
  }
  const body: unknown = request.response;
  if (request.status === 200 && typeof body === 'object' && body !== null && 'data' in body) return body.data;
  throw failureIn(request.status, body);
}
