/**
 * Checks operation/deploy/kubernetes: each manifest against the types and validators that the npm package kubernetes-models makes of the
 * schemas of Kubernetes, no unknown members; those of operators against the definitions named by `--crds <file>` (repeatable; their
 * releases publish them); and what a pod gets as its settings against the product's own. Packages are installed into a temporary folder.
 */
import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { z } from 'zod';
import { readConfig } from '#base/config/config.server.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const manifestFolder = join(root, 'operation/deploy/kubernetes');
const packages = ['kubernetes-models@5.1.0', 'yaml@2.8.1', 'ajv@8.17.1'];

const manifestShape = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.object({ name: z.string() }).loose(),
});
const definitionShape = z.object({
  kind: z.literal('CustomResourceDefinition'),
  spec: z.object({
    group: z.string(),
    names: z.object({ kind: z.string() }),
    versions: z.array(z.object({ name: z.string(), schema: z.object({ openAPIV3Schema: z.unknown() }) })),
  }),
});

type Manifest = z.output<typeof manifestShape> & { readonly file: string };
type Check = ((data: unknown) => boolean) & { errors?: unknown };

const { values } = parseArgs({ options: { crds: { type: 'string', multiple: true, default: [] } } });
const folder = mkdtempSync(join(tmpdir(), 'opora-kubernetes-'));
const load = createRequire(join(folder, 'load.js'));
const failures: string[] = [];

function readDocuments(file: string): unknown[] {
  const documents: { toJS(): unknown; errors: unknown[] }[] = load('yaml').parseAllDocuments(
    readFileSync(file, 'utf8'),
  );
  for (const { errors } of documents) failures.push(...errors.map((error) => `${basename(file)}: ${String(error)}`));
  return documents.map((document) => document.toJS());
}

const nameOf = ({ file, kind, metadata }: Manifest) => `${file}: ${kind} ${metadata.name}`;
const isBuiltIn = ({ apiVersion }: Manifest) => !apiVersion.includes('.') || apiVersion.includes('.k8s.io/');

/** Compiles a program that makes each object by its class, so that an unknown member is an error of types, and runs its validators. */
async function checkBuiltIn(manifests: readonly Manifest[]): Promise<void> {
  const lines = manifests.flatMap(({ apiVersion, kind, file: _, ...rest }, index) => [
    `import { ${kind} as Kind${index} } from 'kubernetes-models/${apiVersion}';`,
    `new Kind${index}(${JSON.stringify(rest)}).validate();`,
  ]);
  const names = manifests.map(nameOf);
  writeFileSync(join(folder, 'manifests.ts'), lines.join('\n'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const options = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'nodenext',
    '--target',
    'esnext',
    '--types',
    '',
  ];
  const programs = [
    [join(root, 'node_modules/.bin/tsc'), '--ignoreConfig', ...options, 'manifests.ts'],
    [process.execPath, 'manifests.ts'],
  ];
  for (const [program = '', ...words] of programs) {
    await run(program, words, { cwd: folder }).catch((error: { stdout?: string; stderr?: string }) => {
      const text = `${error.stdout ?? ''}${error.stderr ?? ''}`;
      failures.push(
        text.replace(/manifests\.ts(?=[(:](\d+))/g, (file, line: string) => `${names[Number(line) / 2 - 1] ?? file} `),
      );
    });
  }
}

/** Closes each object of a schema that lists its members. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inside = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]));
  const isOpen =
    !('properties' in inside) || 'additionalProperties' in inside || 'x-kubernetes-preserve-unknown-fields' in inside;
  // A member may itself be called «properties»; then its value has no type.
  return isOpen || inside.type !== 'object' ? inside : { ...inside, additionalProperties: false };
}

function readChecks(files: readonly string[]): Map<string, Check> {
  const ajv: { compile(schema: unknown): Check } = new (load('ajv').default)({
    strict: false,
    allErrors: true,
    validateFormats: false,
  });
  const definitions = files
    .flatMap(readDocuments)
    .flatMap((document) => definitionShape.safeParse(document).data ?? []);
  return new Map(
    definitions.flatMap(({ spec: { group, names, versions } }) =>
      versions.map(
        ({ name, schema }) => [`${group}/${name} ${names.kind}`, ajv.compile(closed(schema.openAPIV3Schema))] as const,
      ),
    ),
  );
}

/** Returns what none of the definitions describes. */
function checkOfOperators(manifests: readonly Manifest[], checks: ReadonlyMap<string, Check>): string[] {
  return manifests.flatMap((manifest) => {
    const { file: _, ...object } = manifest;
    const check = checks.get(`${manifest.apiVersion} ${manifest.kind}`);
    if (check === undefined) return [nameOf(manifest)];
    if (!check(object)) failures.push(`${nameOf(manifest)}: ${JSON.stringify(check.errors)}`);
    return [];
  });
}

const settingsShape = z.record(z.string(), z.string());

/** Reads the settings of a pod as the product does when it starts in production. */
function checkSettings(manifests: readonly Manifest[]): void {
  const dockerfile = readFileSync(join(root, 'operation/deploy/Dockerfile'), 'utf8');
  const [, ofImage = ''] = /^ENV (.*)$/m.exec(dockerfile) ?? [];
  const env = Object.fromEntries(ofImage.split(' ').map((pair) => pair.split('=')));
  for (const { kind, metadata, data, stringData } of manifests) {
    if (kind === 'ConfigMap') Object.assign(env, settingsShape.parse(data));
    if (kind !== 'Secret' || metadata.name !== 'opora-secrets') continue;
    Object.assign(env, settingsShape.parse(stringData));
  }
  try {
    readConfig({ ...env, DATABASE_URL: 'postgresql://opora:secret@opora-database-rw.default:5432/opora' });
  } catch (error) {
    failures.push(`the settings: ${String(error)}`);
  }
}

try {
  await run('npm', ['install', '--prefix', folder, '--no-save', '--ignore-scripts', '--loglevel=error', ...packages]);
  const files = globSync('*.yaml', { cwd: manifestFolder }).sort();
  const manifests = files.flatMap((file) =>
    readDocuments(join(manifestFolder, file)).map((document) => ({ ...manifestShape.parse(document), file })),
  );
  const builtIn = manifests.filter(isBuiltIn);
  await checkBuiltIn(builtIn);
  const ofOperators = manifests.filter((manifest) => !isBuiltIn(manifest));
  const unchecked = checkOfOperators(ofOperators, readChecks(values.crds));
  checkSettings(manifests);
  console.log(
    `${builtIn.length} manifests of Kubernetes and ${ofOperators.length - unchecked.length} of operators checked`,
  );
  if (unchecked.length > 0) console.log(`not checked, name their definitions by --crds:\n  ${unchecked.join('\n  ')}`);
  for (const failure of failures) console.error(failure);
  process.exitCode = failures.length > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
