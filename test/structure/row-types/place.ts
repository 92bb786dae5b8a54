import { relative } from 'node:path';

const root = `${import.meta.dirname}/../../..`;

/** The file and line of the caller of the function that made an error. */
export function placeOf(error: Error): string {
  const [, file = '', line = ''] = /([^\s(]+):(\d+):\d+\)?$/.exec(error.stack?.split('\n')[2] ?? '') ?? [];
  return `${relative(root, file.replace(/^file:\/\//, ''))}:${line}`;
}
