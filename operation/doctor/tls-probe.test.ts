import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { probeTls, tlsFaultOf } from './tls-probe.ts';

const failure = (code: string) => Object.assign(new Error('words of OpenSSL'), { code });

it.each([
  ['ENOTFOUND', 'leads nowhere'],
  ['ECONNREFUSED', 'nothing answers'],
  ['ETIMEDOUT', 'in time'],
  ['CERT_HAS_EXPIRED', 'has expired'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'of another name'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'whole chain'],
  ['ERR_OF_ANOTHER_KIND', 'ERR_OF_ANOTHER_KIND'],
])('%s is said in words, with a remedy', (code, words) => {
  expect(tlsFaultOf(failure(code))).toContain(words);
});

it('a server that never answers does not hold it up', async () => {
  const server = createServer(() => undefined);
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  try {
    expect(await probeTls(`https://127.0.0.1:${port}`, 50)).toContain('nothing answers there in time');
  } finally {
    server.close();
  }
  expect(await probeTls(`https://127.0.0.1:${port}`, 1_000)).toContain('nothing answers there: start the proxy');
});
