import { describe, expect, it } from 'vitest';
import { isFromThisMachine, openHostWarning } from './loopback.server.ts';

describe('a request', () => {
  it.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])('of %s was made on this machine', (ip) => {
    expect(isFromThisMachine({ ip, headers: {} })).toBe(true);
  });

  it.each(['10.0.0.1', '172.17.0.1', '::', '2001:db8::1', '::ffff:10.0.0.1', 'localhost', '127.0.0.1.example'])(
    'of %s was not',
    (ip) => {
      expect(isFromThisMachine({ ip, headers: {} })).toBe(false);
    },
  );

  it('that a proxy on this machine forwards was made elsewhere', () => {
    expect(isFromThisMachine({ ip: '127.0.0.1', headers: { 'x-forwarded-for': '127.0.0.1' } })).toBe(false);
    expect(isFromThisMachine({ ip: '127.0.0.1', headers: { forwarded: 'for=127.0.0.1' } })).toBe(false);
  });
});

describe('an address to listen on that lets other machines in', () => {
  it.each(['0.0.0.0', '::', '192.0.2.7', 'opora.example'])('is warned of outside production: %s', (HOST) => {
    expect(openHostWarning({ HOST, isProduction: false })).toContain(`HOST=${HOST} lets other machines in`);
    expect(openHostWarning({ HOST, isProduction: true })).toBeNull();
  });

  it.each(['127.0.0.1', '127.0.0.2', '::1', 'localhost'])('is not %s', (HOST) => {
    expect(openHostWarning({ HOST, isProduction: false })).toBeNull();
  });
});
