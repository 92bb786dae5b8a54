import { expect, test } from 'vitest';
import { isDatabaseAddress, serversIn } from './database-address.server.ts';

test.each([
  ['postgres://u:p@one:5432/opora', ['postgres://u:p@one:5432/opora']],
  [
    'postgres://u:p@one:5432,two:5433,three/opora?target_session_attrs=read-write',
    ['postgres://u:p@one:5432/opora', 'postgres://u:p@two:5433/opora', 'postgres://u:p@three/opora'],
  ],
  [
    'postgresql://u:p,q@[fd00::1]:5432,[fd00::2]/opora?target_session_attrs=primary&sslmode=verify-full',
    [
      'postgresql://u:p,q@[fd00::1]:5432/opora?sslmode=verify-full',
      'postgresql://u:p,q@[fd00::2]/opora?sslmode=verify-full',
    ],
  ],
  [
    'postgres://one,two/opora?sslmode=disable&target_session_attrs=any',
    ['postgres://one/opora?sslmode=disable', 'postgres://two/opora?sslmode=disable'],
  ],
])('%s', (url, servers) => {
  expect(isDatabaseAddress(url)).toBe(true);
  expect(serversIn(url).map((one) => one.replace(/\?$/, ''))).toEqual(servers);
});

test.each([
  'mysql://one/opora',
  'postgres://one,/opora',
  'postgres://one:port/opora',
  'postgres://one,two/opora?target_session_attrs=standby',
  'opora',
])('%s is no address of a database to write to', (url) => expect(isDatabaseAddress(url)).toBe(false));
