import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { freePort } from './network/free-port.ts';

/** A store of objects in memory that answers as S3 does, as far as pictures ask. */
export interface S3StandIn {
  readonly url: string;
  close(): Promise<void>;
}

/** The part of an object that a request asks for. */
function partOf(whole: Buffer, range: string | undefined): Buffer {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
  return from === undefined ? whole : whole.subarray(Number(from), Number(to) + 1);
}

/** The key of every object that a request of `DeleteObjects` names. */
const namedKeys = (body: string) => [...body.matchAll(/<Key>(.*?)<\/Key>/g)].map(([, key = '']) => key);

/** Holds one bucket, with its name in the path. It refuses requests without a signature of the access key, and looks at no signature itself. */
export async function startS3(bucket: string, accessKey: string, host = '127.0.0.1'): Promise<S3StandIn> {
  const objects = new Map<string, Buffer>();
  /** Of objects that come in parts. */
  const parts = new Map<string, Buffer[]>();
  const list = (prefix: string) => {
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix));
    const contents = keys.map(
      (key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)?.length}</Size></Contents>`,
    );
    return `<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`;
  };
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3');
    const [name, ...path] = decodeURIComponent(pathname).slice(1).split('/');
    const key = path.join('/');
    const body = await buffer(request);
    const refuse = (status: number, code: string) =>
      response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
    const isSigned = request.headers.authorization?.includes(`Credential=${accessKey}/`) === true;
    if (!isSigned) return refuse(403, 'AccessDenied');
    if (name !== bucket) return refuse(404, 'NoSuchBucket');
    const found = objects.get(key);
    const partNumber = Number(searchParams.get('partNumber'));
    switch (
      `${request.method} ${key === '' ? 'bucket' : searchParams.has('uploads') ? 'parts' : partNumber > 0 ? 'part' : 'object'}`
    ) {
      case 'POST parts':
        parts.set(key, []);
        return response.end('<InitiateMultipartUploadResult><UploadId>one</UploadId></InitiateMultipartUploadResult>');
      case 'PUT part':
        parts.get(key)?.splice(partNumber - 1, 1, body);
        return response.setHeader('etag', `"${partNumber}"`).end();
      case 'POST object':
        objects.set(key, Buffer.concat(parts.get(key) ?? []));
        return response.end('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>');
      case 'PUT object':
        objects.set(key, body);
        return response.end();
      case 'GET object':
        return found === undefined ? refuse(404, 'NoSuchKey') : response.end(partOf(found, request.headers.range));
      case 'GET bucket':
        return response.end(list(searchParams.get('prefix') ?? ''));
      case 'POST bucket':
        for (const one of namedKeys(body.toString())) objects.delete(one);
        return response.end('<DeleteResult></DeleteResult>');
      default:
        return refuse(405, 'MethodNotAllowed');
    }
  });
  const port = await freePort();
  await once(server.listen(port, host), 'listening');
  return {
    url: `http://${host}:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
