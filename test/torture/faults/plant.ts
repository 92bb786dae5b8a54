import childProcess from 'node:child_process';
import files from 'node:fs/promises';
import { registerHooks, syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Fault, faultyText, notePlanted } from './fault.ts';

const preload = pathToFileURL(join(import.meta.dirname, 'preload.ts')).href;

function plantInSource(fault: Fault): void {
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (!url.startsWith('file:') || !loaded.source) return loaded;
      const text = typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source);
      const path = fileURLToPath(url);
      const source = faultyText(fault, path, text);
      if (source === text) return loaded;
      notePlanted(path);
      return { ...loaded, source };
    },
  });
}

/** Plants a fault in the migrations that this process reads. */
export function plantInMigrations(fault: Fault): void {
  const readFile = new Proxy(files.readFile, {
    async apply(target, self, given: unknown[]) {
      const read: unknown = await Reflect.apply(target, self, given);
      const [path] = given;
      if (typeof read !== 'string' || typeof path !== 'string' || !path.endsWith('.sql')) return read;
      const text = faultyText(fault, path, read);
      if (text !== read) notePlanted(path);
      return text;
    },
  });
  Object.assign(files, { readFile });
  syncBuiltinESMExports();
}

const isOptions = (given: unknown): given is { readonly env?: object } =>
  typeof given === 'object' && given !== null && !Array.isArray(given);

/** Passes the fault on to server processes, whose environment is made by the tests. */
function plantInChildren(fault: Fault): void {
  const asPlanted = (env: { readonly NODE_OPTIONS?: unknown }) => ({
    ...env,
    NODE_OPTIONS: `${env.NODE_OPTIONS ?? ''} --import ${preload}`,
    TORTURE_FAULT: fault.name,
    TORTURE_PLANTED: process.env.TORTURE_PLANTED ?? '',
  });
  const spawn = new Proxy(childProcess.spawn, {
    apply(target, self, given: unknown[]) {
      const [program, ...others] = given;
      if (program !== process.execPath) return Reflect.apply(target, self, given);
      const options = others.find(isOptions) ?? {};
      const env = asPlanted(options.env ?? process.env);
      return Reflect.apply(target, self, [program, ...others.filter(Array.isArray), { ...options, env }]);
    },
  });
  Object.assign(childProcess, { spawn });
  syncBuiltinESMExports();
}

const mark = Symbol.for('opora fault');

/** Plants a fault, once, in all that this process loads from now on, and in the node processes that it starts. */
export function plant(fault: Fault): void {
  if (Reflect.has(globalThis, mark)) return;
  Reflect.set(globalThis, mark, fault.name);
  plantInSource(fault);
  plantInMigrations(fault);
  plantInChildren(fault);
}
