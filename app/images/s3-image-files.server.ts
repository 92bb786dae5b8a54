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

/** The S3 client is large and is loaded only if it is used. */
async function open({ bucket, prefix, region, endpoint }: Address): Promise<FileStorage> {
  const [{ FileStorage }, { AwsS3StorageAdapter }, { S3Client }] = await Promise.all([
    import('@flystorage/file-storage'),
    import('@flystorage/aws-s3'),
    import('@aws-sdk/client-s3'),
  ]);
  const client = new S3Client({ region, ...(endpoint !== undefined && { endpoint, forcePathStyle: true }) });
  return new FileStorage(new AwsS3StorageAdapter(client, { bucket, prefix }));
}

/** The error names of S3 and compatible stores for a missing object. */
function isMissing(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one.name === 'NoSuchKey' || one.name === 'NotFound') return true;
  }
  return false;
}

/**
 * Stores pictures in S3 or a compatible store: `s3://bucket/folder?region=…&endpoint=…`. With an endpoint the bucket is part of the
 * path, as self-hosted stores require. The credentials come from the usual places of AWS programs (`AWS_ACCESS_KEY_ID`,
 * `AWS_SECRET_ACCESS_KEY`).
 */
export function s3ImageFiles(address: string): ImageFiles {
  const parsed = readAddress(address);
  let opened: Promise<FileStorage> | null = null;
  const storage = () => {
    opened ??= open(parsed);
    return opened;
  };
  return {
    async read(path) {
      try {
        return await (await storage()).readToBuffer(path);
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async write(path, bytes, mimeType) {
      await (await storage()).write(path, bytes, { mimeType, size: bytes.length });
    },
    async removeFolder(path) {
      await (await storage()).deleteDirectory(path);
    },
  };
}
