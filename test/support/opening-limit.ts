import { beforeAll } from 'vitest';

// What a file opens where it is declared is under no limit of Vitest. The process ends instead: another one takes the other files.
const limit = setTimeout(() => process.kill(process.pid, 'SIGKILL'), 10 * 60_000);
beforeAll(() => clearTimeout(limit));
