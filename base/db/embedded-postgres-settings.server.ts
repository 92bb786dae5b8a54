import { totalmem } from 'node:os';

const mebibyte = 1024 * 1024;

function memoryMebibytes(): number {
  const limit = process.constrainedMemory();
  return Math.min(totalmem(), limit > 0 ? limit : Number.POSITIVE_INFINITY) / mebibyte;
}

const between = (low: number, value: number, high: number) => Math.round(Math.min(Math.max(value, low), high));

/** Commits outlive killed processes but no power cut, which is right for tests only. */
const forTests = { fsync: 'off', full_page_writes: 'off', autovacuum_naptime: '10min' };

/**
 * The server's settings, given on its command line. Texts of failed statements and the values in error details stay out
 * of its log: they may hold phones and codes.
 */
export function serverSettings(port: number, durable: boolean): string[] {
  const memory = memoryMebibytes();
  const settings = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    // No socket file: its path may be at most 107 bytes long, the path of a data folder may not.
    unix_socket_directories: '',
    max_connections: '200',
    shared_buffers: `${between(64, memory / 8, 1024)}MB`,
    effective_cache_size: `${between(128, memory / 2, 16_384)}MB`,
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    max_wal_size: '1GB',
    wal_compression: 'on',
    checkpoint_timeout: '15min',
    random_page_cost: '1.1',
    jit: 'off',
    // Queries here are short, and parallel ones need more of /dev/shm than containers give.
    max_parallel_workers_per_gather: '0',
    // A client that dies must not leave its query running.
    client_connection_check_interval: process.platform === 'linux' ? '10s' : '0',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    ...(durable ? {} : forTests),
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
