import { readAnswer, serialiseQuery } from '#base/calls/call-client.ts';
import { failures } from '#base/calls/errors.ts';
import { saveFile } from '#base/ui/page/save-file.ts';
import { sessionTokens } from './session-tokens.ts';

interface FileRequest {
  /** The path of a call of the form `file`, below `/api/`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>>;
  /** Makes it a POST: what must not stand in an address. */
  readonly body?: object;
}

async function fetchFile({ path, query = {}, body }: FileRequest): Promise<Response> {
  const token = sessionTokens.access();
  const ask = () => {
    const headers = new Headers();
    const access = sessionTokens.access();
    if (access !== null) headers.set('authorization', `Bearer ${access}`);
    if (body === undefined) return fetch(`/api/${path}?${serialiseQuery(query)}`, { headers });
    headers.set('content-type', 'application/json');
    return fetch(`/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
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
