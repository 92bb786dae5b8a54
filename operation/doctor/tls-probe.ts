import { isIP } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';

/** What a failure of a TLS connection means, by its code. */
const meanings: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the domain leads nowhere yet: add its address at the registrar',
  EAI_AGAIN: 'the domain cannot be looked up from here',
  ECONNREFUSED: 'nothing answers there: start the proxy with TLS',
  EHOSTUNREACH: 'nothing answers there: let the domain lead to the proxy',
  ENETUNREACH: 'nothing answers there: let the domain lead to the proxy',
  ETIMEDOUT: 'nothing answers there in time: open the port in the firewall',
  CERT_HAS_EXPIRED: 'the certificate has expired: renew it',
  CERT_NOT_YET_VALID: 'the certificate is not valid yet: look at the clock',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is of another name: obtain one for this host',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed: obtain one of an authority',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate is self-signed: obtain one of an authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'the certificate comes without those of its authority: let the proxy send the whole chain',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the authority of the certificate is not known here: obtain one of a public one',
  EPROTO: 'what answers there does not speak TLS: give the proxy a certificate',
  ERR_SSL_WRONG_VERSION_NUMBER: 'what answers there does not speak TLS: give the proxy a certificate',
};

/** What is wrong with the TLS of an address, with its remedy, from the failure of a connection. */
export function tlsFaultOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const words = error instanceof Error ? error.message : String(error);
  return meanings[code] ?? `the connection fails (${code || words})`;
}

/** Ends what takes too long as a connection that times out. */
const tooLate = () => Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' });

/** Connects to an address by TLS, the look-up of its host included, and reads from the connection. Rejects if that takes too long. */
export function withTls<Read>(
  { hostname, port }: URL,
  milliseconds: number,
  read: (socket: TLSSocket) => Read,
): Promise<Read> {
  const servername = isIP(hostname) === 0 ? { servername: hostname } : {};
  const { promise, resolve, reject } = Promise.withResolvers<Read>();
  const socket = connect({ host: hostname, port: Number(port || 443), ...servername });
  const timer = setTimeout(() => socket.destroy(tooLate()), milliseconds);
  socket.once('close', () => clearTimeout(timer));
  socket.once('error', reject);
  socket.once('secureConnect', () => {
    resolve(read(socket));
    socket.destroy();
  });
  return promise;
}

/** What is wrong with the TLS of an address, with its remedy; null: nothing. */
export async function probeTls(address: string, milliseconds: number): Promise<string | null> {
  return withTls(new URL(address), milliseconds, () => null).catch(tlsFaultOf);
}
