import { createServer, type ServerResponse } from 'node:http';

/** Answers one request. */
type Answer = (response: ServerResponse) => void;

/** A stand-in of a video site: its oEmbed service and its host of pictures. */
export interface VideoSiteStandIn {
  /** The address of the oEmbed service. */
  readonly service: string;
  /** The ids of videos and the paths of pictures that were asked for, in this order. */
  readonly asked: readonly string[];
  /** Says how a video's id or a picture's path is answered; without it that is 404. */
  answer(what: string, how: Answer): void;
  /** The address of a picture at a path. */
  pictureAt(path: string): string;
  close(): Promise<void>;
}

/** An answer in JSON. */
export const json =
  (value: unknown): Answer =>
  (response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));

/** An answer of bytes, called a JPEG whatever they are. */
export const bytes =
  (content: Buffer): Answer =>
  (response) =>
    response.writeHead(200, { 'content-type': 'image/jpeg' }).end(content);

/** A redirect. */
export const redirectTo =
  (location: string): Answer =>
  (response) =>
    response.writeHead(302, { location }).end();

/** Starts one on a free port of this machine. */
export async function startVideoSite(): Promise<VideoSiteStandIn> {
  const answers = new Map<string, Answer>();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-in');
    const video = URL.parse(searchParams.get('url') ?? '')?.searchParams.get('v');
    const what = pathname === '/oembed' && searchParams.get('format') === 'json' ? (video ?? '') : pathname;
    asked.push(what);
    const how = answers.get(what);
    if (how === undefined) response.writeHead(404).end();
    else how(response);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  return {
    service: `${url}/oembed`,
    asked,
    answer: (what, how) => void answers.set(what, how),
    pictureAt: (path) => `${url}${path}`,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
