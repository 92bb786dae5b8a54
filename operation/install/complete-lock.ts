/**
 * Completes package-lock.json after `npm install`: a package that comes in one build per platform names them all as
 * optional dependencies, and npm leaves out of the lock those that its registry could not give at that moment. `npm ci`
 * then refuses the lock on every machine. Run by `npm run lock`; `--check` only reports (part of `npm run lint`).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

const LockedPackage = z.looseObject({
  version: z.string().optional(),
  dev: z.boolean().optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
});
const Lock = z.looseObject({ packages: z.record(z.string(), LockedPackage) });
type Packages = z.infer<typeof Lock>['packages'];

const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const PROCESSORS = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];
const EXACT_VERSION = /^\d+\.\d+\.\d+/;

/** The entry that npm writes for a platform's package, derived from its name. */
function platformOf(name: string): { os?: string[]; cpu?: string[]; libc?: string[] } | undefined {
  const words = name.replace(/^@[^/]+\//, '').split('-');
  const os = words.filter((word) => SYSTEMS.includes(word));
  const cpu = words.filter((word) => PROCESSORS.includes(word));
  if (cpu.length === 0) return undefined;
  const musl = words.some((word) => word.startsWith('musl'));
  const glibc = words.some((word) => word.startsWith('gnu'));
  return { ...(os.length > 0 && { os }), cpu, ...((musl || glibc) && { libc: [musl ? 'musl' : 'glibc'] }) };
}

/** The lock's entry that Node would find for `name` from the package at `from`. */
function resolve(packages: Packages, from: string, name: string): { version?: string | undefined } | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const found = packages[folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`];
    if (found || folder === '') return found;
  }
}

function missingBuilds(packages: Packages): Packages {
  const missing: Packages = {};
  for (const [path, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const platform = platformOf(name);
      if (!platform || !EXACT_VERSION.test(version)) continue;
      if (resolve(packages, path, name)?.version === version) continue;
      const beside = `${path.slice(0, path.lastIndexOf('node_modules/'))}node_modules/${name}`;
      missing[packages[beside] || missing[beside] ? `${path}/node_modules/${name}` : beside] = {
        version,
        ...platform,
        ...(entry.dev && { dev: true }),
        optional: true,
      };
    }
  }
  return missing;
}

const lock = Lock.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
const missing = missingBuilds(lock.packages);
const names = Object.keys(missing);
if (names.length > 0 && process.argv.includes('--check')) {
  console.error(`package-lock.json lacks ${names.length} platform builds (npm ci would refuse it): npm run lock`);
  process.exitCode = 1;
} else if (names.length > 0) {
  const packages = Object.fromEntries(
    Object.entries({ ...lock.packages, ...missing }).sort(([a], [b]) => a.localeCompare(b, 'en')),
  );
  writeFileSync('package-lock.json', `${JSON.stringify({ ...lock, packages }, null, 2)}\n`);
  console.log(`package-lock.json: ${names.length} platform builds added`);
}
