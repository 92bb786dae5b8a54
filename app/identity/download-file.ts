import { readAnswer, serialiseQuery } from '#base/calls/call-client.ts';
import { failures } from '#base/calls/errors.ts';
import { saveFile } from '#base/ui/page/save-file.ts';
import { sessionTokens } from './session-tokens.ts';

interface FileRequest {
  /** The path of a call of the form `file`, below `/api/`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>>;
  /** Of a call that answers with JSON, too: the media type of its file. */
  readonly type?: string;
  /** Of a guest who has made a donation; a header, so that no address has it. */
  readonly proof?: string | null;
}

/** Asks for the file that a call answers with. The token is sent in a header. */
export async function fetchFile({ path, query = {}, type, proof = null }: FileRequest): Promise<Response> {
  const token = sessionTokens.access();
  const ask = () => {
    const headers = new Headers();
    if (type !== undefined) headers.set('accept', type);
    if (proof !== null) headers.set('proof', proof);
    const access = sessionTokens.access();
    if (access !== null) headers.set('authorization', `Bearer ${access}`);
    return fetch(`/api/${path}?${serialiseQuery(query)}`, { headers });
  };
  if (sessionTokens.hasRunOut()) await sessionTokens.refresh(token);
  const answer = await ask();
  if (answer.status !== 401 || token === null || !(await sessionTokens.refresh(token))) return answer;
  return ask();
}

/** Saves the file that a call answers with, under the name that the server gives it. The token is sent in a header. Throws `CallFailure`. */
export async function downloadFile(request: FileRequest): Promise<void> {
  const answer = await fetchFile(request).catch(() => null);
  if (answer === null) throw failures.unavailable({ message: 'Не удалось скачать файл. Попробуйте ещё раз' });
  if (!answer.ok) await readAnswer(answer);
  const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'opora';
  saveFile(await answer.blob(), name);
}
