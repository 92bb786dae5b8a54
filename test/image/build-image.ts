import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const dockerfile = join(root, 'operation/deploy/Dockerfile');

export const imageName = 'localhost/opora:local';

const needed = {
  '/usr/bin/buildah': 'buildah',
  '/usr/bin/podman': 'podman',
  '/usr/sbin/runc': 'runc',
  '/usr/sbin/debootstrap': 'debootstrap',
};

export function requireTools(): void {
  const packages = Object.entries(needed).flatMap(([file, name]) => (existsSync(file) ? [] : [name]));
  if (packages.length > 0) throw new Error(`the image needs Debian's packages: apt-get install ${packages.join(' ')}`);
  if (process.getuid?.() !== 0) throw new Error('debootstrap and the containers need root');
}

/** Bytes of an image; null if there is none of this name. */
async function sizeOf(name: string): Promise<number | null> {
  const words = ['image', 'inspect', '--format', '{{.Size}}', name];
  return run('podman', words).then(
    ({ stdout }) => Number(stdout),
    () => null,
  );
}

export interface BuiltImage {
  /** Bytes, with its base. */
  readonly size: number;
  readonly base: string;
  /** Bytes of the base alone. */
  readonly baseSize: number;
  readonly seconds: number;
}

/** Builds the image from the Dockerfile. A base image that is missing here is made by `base-image.sh`. */
export async function buildImage(): Promise<BuiltImage> {
  const [, base = ''] = /^FROM (\S+)/m.exec(await readFile(dockerfile, 'utf8')) ?? [];
  const baseName = `docker.io/library/${base}`;
  if ((await sizeOf(baseName)) === null) await run(join(import.meta.dirname, 'base-image.sh'), [base]);
  const folder = await mkdtemp(join(tmpdir(), 'opora-image-'));
  try {
    const registries = join(folder, 'registries.conf');
    await writeFile(registries, 'unqualified-search-registries = ["docker.io"]\n');
    const words = ['build', '--layers', '--isolation', 'chroot', '--pull-never', '--format', 'docker', '-t', imageName];
    const begun = performance.now();
    await run('buildah', [...words, '-f', dockerfile, root], {
      env: { ...process.env, CONTAINERS_REGISTRIES_CONF: registries },
      maxBuffer: 64 * 1024 * 1024,
    });
    const seconds = (performance.now() - begun) / 1_000;
    return { base, size: (await sizeOf(imageName)) ?? 0, baseSize: (await sizeOf(baseName)) ?? 0, seconds };
  } finally {
    await rm(folder, { recursive: true });
  }
}
