import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { posix } from 'node:path';
import type { GetObjectCommandInput, GetObjectCommandOutput } from '@aws-sdk/client-s3';
import type { FileStorage } from '@flystorage/file-storage';
import type { ImageFiles } from './image-files.server.ts';

interface Address {
  readonly bucket: string;
  readonly prefix: string;
  readonly region: string;
  readonly endpoint: string | undefined;
}

function readAddress(text: string): Address {
  const url = new URL(text);
  if (url.protocol !== 's3:' || url.hostname === '') {
    throw new Error('IMAGE_STORE must look like s3://bucket/folder?region=…&endpoint=https://…');
  }
  const endpoint = url.searchParams.get('endpoint') ?? undefined;
  const region = url.searchParams.get('region') ?? 'us-east-1';
  return { bucket: url.hostname, prefix: url.pathname.replace(/^\/|\/$/g, ''), region, endpoint };
}

interface Store {
  readonly files: FileStorage;
  /** A part of an object, which the storage of files does not ask for. */
  readPart(path: string, range: string): Promise<GetObjectCommandOutput>;
}

/** The S3 client is large and is loaded only if it is used. */
async function open({ bucket, prefix, region, endpoint }: Address): Promise<Store> {
  const [{ FileStorage }, { AwsS3StorageAdapter }, { GetObjectCommand, S3Client }] = await Promise.all([
    import('@flystorage/file-storage'),
    import('@flystorage/aws-s3'),
    import('@aws-sdk/client-s3'),
  ]);
  const settings = { region, ...(endpoint !== undefined && { endpoint, forcePathStyle: true }) };
  const client = new S3Client(settings);
  // Its connections are its own: pictures do not wait for those who listen.
  const clientOfParts = new S3Client(settings);
  // One part of a large file at a time is in memory, of five megabytes.
  const adapter = new AwsS3StorageAdapter(client, { bucket, prefix, uploadConfiguration: { queueSize: 1 } });
  return {
    files: new FileStorage(adapter),
    readPart(path, range) {
      const asked: GetObjectCommandInput = { Bucket: bucket, Key: posix.join(prefix, path), Range: range };
      return clientOfParts.send(new GetObjectCommand(asked));
    },
  };
}

/** The error names of S3 and compatible stores for a missing object. */
function isMissing(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one.name === 'NoSuchKey' || one.name === 'NotFound') return true;
  }
  return false;
}

/** Null where there is no such object. */
async function orMissing<Result>(reading: Promise<Result>): Promise<Result | null> {
  return reading.catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
}

/**
 * Stores pictures in S3 or a compatible store: `s3://bucket/folder?region=…&endpoint=…`. With an endpoint the bucket is part of the
 * path, as self-hosted stores require. The credentials come from the usual places of AWS programs (`AWS_ACCESS_KEY_ID`,
 * `AWS_SECRET_ACCESS_KEY`).
 */
export function s3ImageFiles(address: string): ImageFiles {
  const parsed = readAddress(address);
  let opened: Promise<Store> | null = null;
  const store = () => {
    opened ??= open(parsed);
    return opened;
  };
  return {
    async read(path) {
      return orMissing((await store()).files.readToBuffer(path));
    },
    async write(path, bytes, mimeType) {
      await (await store()).files.write(path, bytes, { mimeType, size: bytes.length });
    },
    async take(path, file, mimeType) {
      const { size } = await stat(file);
      await (await store()).files.write(path, createReadStream(file), { mimeType, size });
      await rm(file);
    },
    async readPart(path, { from, to }) {
      const found = await orMissing((await store()).readPart(path, `bytes=${from}-${to}`));
      if (found === null) return null;
      if (found.Body === undefined) throw new Error('the store of files has sent no bytes');
      return Buffer.from(await found.Body.transformToByteArray());
    },
    async removeFolder(path) {
      await (await store()).files.deleteDirectory(path);
    },
  };
}
