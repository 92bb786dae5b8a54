/**
 * Runs the program that builds, whose path is the first argument, and ends with whoever has started it, even when that one is killed: the
 * channel to it closes. A build that outlived it would write into the folder of the next one.
 */
import { pathToFileURL } from 'node:url';

process.on('disconnect', () => process.exit(1));
if (process.connected === false) process.exit(1);
process.channel?.unref();

const [, , program = ''] = process.argv;
process.argv.splice(1, 1);
await import(pathToFileURL(program).href);
